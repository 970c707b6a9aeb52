import { isObject } from '../harness/place.js';
import type { Resource } from './ask.js';
import { type Identities, nameOf } from './identities.js';

/** Two arrays of objects side by side. */
export interface Alignment {
  /** Indexes of the same object in both. */
  pairs: [old: number, new: number][];
  /** Indexes of objects that only one array has. */
  missing: number[];
  added: number[];
  /** Whether the objects of both stand in the same order. */
  isInOrder: boolean;
}

type Key = (row: unknown, index: number) => string | undefined;

/**
 * Pairs the same objects of two arrays: by id, by name, or by position, whichever pairs most. Keeps the
 * ids of objects with the same name in `identities`.
 */
export function align(
  resource: Resource,
  old: readonly unknown[],
  received: readonly unknown[],
  identities: Identities,
): Alignment {
  const idOf = (row: unknown) => (isObject(row) ? row.id : undefined);
  const onNew = (row: unknown) => identities.idOnNew(resource, idOf(row));
  const byId: [Key, Key] = [(row) => keyOf(onNew(row)), (row) => keyOf(idOf(row))];
  const name: Key = (row) => nameOf(resource, row);
  const position: Key = (_, index) => String(index);
  const attempts = [byId, [name, name] as [Key, Key]].map(([a, b]) =>
    matched(keysOf(old, a), keysOf(received, b)),
  );
  // Objects that show neither are compared one by one.
  const isBlind = attempts.every(({ pairs }) => pairs.length === 0);
  if (isBlind && old.length === received.length && old.length > 0 && !attempts.some(isNamed)) {
    return matched(keysOf(old, position), keysOf(received, position));
  }
  const [first, second] = attempts;
  const best =
    second !== undefined && first !== undefined && second.pairs.length > first.pairs.length
      ? second
      : (first ?? matched([], []));
  for (const [a, b] of second?.pairs ?? []) {
    identities.learn(resource, idOf(old[a]), idOf(received[b]));
  }
  return best;
}

function keyOf(id: unknown): string | undefined {
  return id === undefined || id === null ? undefined : String(id);
}

/** Keys that occur several times are numbered; objects without a key match nothing. */
function keysOf(rows: readonly unknown[], key: Key): (string | undefined)[] {
  const seen = new Map<string, number>();
  return rows.map((row, index) => {
    const own = key(row, index);
    if (own === undefined) return undefined;
    const times = (seen.get(own) ?? 0) + 1;
    seen.set(own, times);
    return `${own} ${times}`;
  });
}

function isNamed({ hasKeys }: { hasKeys: boolean }): boolean {
  return hasKeys;
}

function matched(
  old: readonly (string | undefined)[],
  received: readonly (string | undefined)[],
): Alignment & { hasKeys: boolean } {
  const places = new Map(received.map((key, index) => [key, index]));
  const pairs: [number, number][] = [];
  const missing: number[] = [];
  for (const [index, key] of old.entries()) {
    const place = key === undefined ? undefined : places.get(key);
    if (place === undefined) missing.push(index);
    else pairs.push([index, place]);
  }
  const found = new Set(pairs.map(([, place]) => place));
  const added = received.flatMap((_, index) => (found.has(index) ? [] : [index]));
  const isInOrder = pairs.every(([, place], at) => at === 0 || place > (pairs[at - 1]?.[1] ?? -1));
  const hasKeys = [old, received].every((keys) => keys.some((key) => key !== undefined));
  return { pairs, missing, added, isInOrder, hasKeys };
}
