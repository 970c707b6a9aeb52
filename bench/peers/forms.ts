import { readFileSync } from 'node:fs';
import { isObject, type JsonObject } from '../../harness/place.js';
import { projectFile } from '../project.js';
import { type Operation, VERSION } from './operations.js';

/**
 * The JSON Schema of the response to an operation, in a form that every tool reads: without references and
 * conditions, and without additional properties, which some tools reject by default.
 */
export function answerSchema({ form, isList }: Operation): JsonObject {
  const { $defs } = JSON.parse(
    readFileSync(projectFile(`schemas/v${VERSION}/schema.json`), 'utf8'),
  ) as { $defs: JsonObject };
  const shown = inlined({ $ref: `#/$defs/${form}` }, $defs);
  // SPEC.md specifies only some fields of a patch.
  const whole = closed(form === 'patch.embedded' ? { ...shown, ...OPEN } : shown);
  return isList ? { type: 'array', items: whole } : whole;
}

const OPEN: JsonObject = { additionalProperties: true };

/**
 * The schema with all references inlined, and without formats: not every tool knows `iso-date-time`, and
 * the pattern has the same meaning.
 */
function inlined(schema: JsonObject, definitions: JsonObject): JsonObject {
  const { $ref, format: _, ...rest } = schema;
  const name = typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : undefined;
  const referred = name === undefined ? {} : definitions[name];
  const { allOf, ...whole }: JsonObject = { ...(isObject(referred) ? referred : {}), ...rest };
  const plain = mapped(whole, (each) => inlined(each, definitions));
  if (!Array.isArray(allOf)) return plain;
  const conditions = allOf.filter(isObject).map((each) => inlined(each, definitions));
  return { anyOf: eachCategory(conditions, plain) };
}

/** Categories of deployed releases whose payload is not in SPEC.md. */
const OTHER_CATEGORIES = [
  'series-created',
  'series-completed',
  'cover-comment-created',
  'patch-comment-created',
];

/** Converts the conditions on categories into one alternative per category. */
function eachCategory(conditions: readonly JsonObject[], event: JsonObject): JsonObject[] {
  const shown = conditions.map((condition) => ({
    categories: [memberOf(condition, 'if', 'properties', 'category', 'not', 'const')],
    payload: memberOf(condition, 'else', 'properties', 'payload'),
  }));
  const properties = isObject(event.properties) ? event.properties : {};
  return [...shown, { categories: OTHER_CATEGORIES, payload: OPEN }].map(
    ({ categories, payload }) => ({
      ...event,
      properties: {
        ...properties,
        category: { type: 'string', enum: categories },
        payload: { type: 'object', ...(isObject(payload) ? payload : {}) },
      },
    }),
  );
}

/** The schema without additional properties in described objects. */
function closed(schema: JsonObject): JsonObject {
  const whole = mapped(schema, closed);
  return 'properties' in whole ? { additionalProperties: false, ...whole } : whole;
}

/** Applies a function to each direct subschema. */
export function mapped(schema: JsonObject, change: (inside: JsonObject) => JsonObject): JsonObject {
  const of = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(of);
    return isObject(value) ? change(value) : value;
  };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== 'properties' || !isObject(value)) return [key, of(value)];
      const inside = Object.entries(value).map(([name, property]) => [name, of(property)]);
      return [key, Object.fromEntries(inside)];
    }),
  );
}

function memberOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
}
