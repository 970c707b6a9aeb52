import type { IdOnSide, Resource } from './ask.js';

/** The value of a query parameter: text, or the id of an object. */
export type Value = string | { of: Resource; id: number };

/** A parameter and its value. */
export type Parameter = readonly [name: string, value: Value];

/** The query of a request, with the ids of the instance that is asked; empty without parameters. */
export function queryText(parameters: readonly Parameter[], id: IdOnSide): string {
  if (parameters.length === 0) return '';
  const search = new URLSearchParams();
  for (const [name, value] of parameters) {
    search.append(name, typeof value === 'string' ? value : String(id(value.of, value.id)));
  }
  return `?${search.toString()}`;
}

/** Some of the values, others in each version: `turn` is the number of the version. */
export function rotated<T>(values: readonly T[], turn: number, count: number): T[] {
  if (values.length <= count) return [...values];
  return Array.from({ length: count }, (_, index) => {
    const value = values[(turn * count + index) % values.length];
    return value === undefined ? [] : [value];
  }).flat();
}
