import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../harness/place.js';
import { mapped } from './forms.js';

/** Replaces alternatives by their common part: Swagger 2.0 has no `anyOf`. */
export function withoutAlternatives(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = mapped(schema, withoutAlternatives);
  const [first, ...others] = Array.isArray(anyOf) ? anyOf.filter(isObject) : [];
  if (first === undefined) return rest;
  return { ...others.reduce(commonPart, first), ...rest };
}

/** The common members of two objects, recursively. */
function commonPart(one: JsonObject, other: JsonObject): JsonObject {
  const shared = Object.entries(one).flatMap(([key, value]): [string, unknown][] => {
    const its = other[key];
    if (isDeepStrictEqual(value, its)) return [[key, value]];
    return isObject(value) && isObject(its) ? [[key, commonPart(value, its)]] : [];
  });
  return Object.fromEntries(shared);
}
