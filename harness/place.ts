/** The location of a value: an exchange, and a JSON pointer into its body. */
export interface Place {
  exchange: number;
  pointer: string;
}

/** A located JSON value. */
export interface Seen<T = unknown> {
  value: T;
  at: Place;
}

/** A JSON object with unchecked members. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object (no array, not null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The own member of an object with its location; the value is undefined if there is no such member.
 */
export function member(object: Seen, name: string): Seen {
  const own = isObject(object.value) && Object.hasOwn(object.value, name);
  return {
    value: own && isObject(object.value) ? object.value[name] : undefined,
    at: { exchange: object.at.exchange, pointer: `${object.at.pointer}/${escaped(name)}` },
  };
}

/** The body of a response with its location. */
export function seen(answer: { json?: unknown; exchange: number }): Seen {
  return seenOf(answer, answer.json);
}

/** Another value of a response, such as that of a header, with its location. */
export function seenOf({ exchange }: { exchange: number }, value: unknown): Seen {
  return { value, at: { exchange, pointer: '' } };
}

/** The elements of an array with their locations; empty for any other value. */
export function elements(array: Seen): Seen[] {
  if (!Array.isArray(array.value)) return [];
  return array.value.map((value: unknown, index) => ({
    value,
    at: { exchange: array.at.exchange, pointer: `${array.at.pointer}/${index}` },
  }));
}

/** The value at a path of members (pointers are escaped by RFC 6901). */
export function at(object: Seen, ...path: string[]): Seen {
  return path.reduce(member, object);
}

/** The same without location, which is faster for comparisons. */
export function valueAt({ value }: Seen, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inside, name) => (isObject(inside) && Object.hasOwn(inside, name) ? inside[name] : undefined),
    value,
  );
}

function escaped(name: string): string {
  if (!name.includes('~') && !name.includes('/')) return name;
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
