/** Where a value was seen: an exchange, and a JSON pointer into its body. */
export interface Place {
  exchange: number;
  pointer: string;
}

/** A value and where it was seen. */
export interface Seen<T = unknown> {
  value: T;
  at: Place;
}

/** A JSON object whose members have not been looked at. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object (no array, not null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member of an object, and where it is; the value is undefined if there is no such member. */
export function member(object: Seen, name: string): Seen {
  const own = isObject(object.value) && Object.hasOwn(object.value, name);
  return {
    value: own && isObject(object.value) ? object.value[name] : undefined,
    at: { exchange: object.at.exchange, pointer: `${object.at.pointer}/${escaped(name)}` },
  };
}

/** The elements of an array, and where each is; none if it is no array. */
export function elements(array: Seen): Seen[] {
  if (!Array.isArray(array.value)) return [];
  return array.value.map((value: unknown, index) => ({
    value,
    at: { exchange: array.at.exchange, pointer: `${array.at.pointer}/${index}` },
  }));
}

/** The value at the end of a path of members (RFC 6901 says how names are escaped in pointers). */
export function at(object: Seen, ...path: string[]): Seen {
  return path.reduce(member, object);
}

/** The same without its place, for what only compares: places cost more than what they are of. */
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
