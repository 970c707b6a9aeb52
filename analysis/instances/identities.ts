import { isObject, type JsonObject } from '../../harness/place.js';
import type { CollectedResource as Resource } from '../../specification/endpoints.js';
import { RESOURCES } from '../client-profile/endpoints.js';

/** The resource whose id follows a name in a path, or is the value of a parameter. */
const NAMED: Readonly<Record<string, Resource>> = {
  ...RESOURCES,
  project: 'project',
  submitter: 'person',
  owner: 'user',
  user: 'user',
  delegate: 'user',
  patch: 'patch',
  cover: 'cover',
  bundle: 'bundle',
};

/** Ids in a path or a query, after the name of what they are of; after `bundle` comes the name of its owner. */
const IDS = new RegExp(
  `(?<=[/?&](${Object.keys(NAMED).join('|')}|comments?)[/=](?:(?<=/bundle/)[^/]+/)?)\\d+(?=[/?&]|$)`,
  'g',
);

/** Stands for an id that is not known. */
const ANY_ID = '{id}';

/** From here on, ids are of no object: a run asks for them to be refused. */
const LARGEST_ID = 2 ** 31 - 1;

/**
 * Which object of the new instance is the same as an object of the old one. Objects with the same message id,
 * name or date are the same; where most of a resource have another id on the new instance, ids are mapped.
 */
export class Identities {
  readonly #ids = new Map<string, string>();
  /** How many more objects of a resource have another id than have the same. */
  readonly #others = new Map<Resource, number>();

  /** Takes note of the ids of two objects that have the same name; the first pair counts. */
  learn(resource: Resource, old: unknown, received: unknown): void {
    const [before, after] = [idOf(old), idOf(received)];
    const key = `${resource} ${before}`;
    if (before === undefined || after === undefined || this.#ids.has(key)) return;
    this.#ids.set(key, after);
    this.#others.set(resource, (this.#others.get(resource) ?? 0) + (before === after ? -1 : 1));
  }

  /** The resources whose ids differ. */
  get moved(): Resource[] {
    return [...this.#others].flatMap(([resource, count]) => (count > 0 ? [resource] : []));
  }

  /** The id on the new instance as text; undefined if it is not known. */
  idOnNew(resource: Resource, old: unknown): string | undefined {
    const own = String(old);
    const isMoved = (this.#others.get(resource) ?? 0) > 0;
    if (!isMoved || Number(own) >= LARGEST_ID || own === '0') return own;
    return this.#ids.get(`${resource} ${own}`);
  }

  /** A path and query of the old instance as the new one has them; undefined if an id is not known. */
  targetOnNew(target: string): string | undefined {
    const expected = this.#onNew(target);
    return expected.includes(ANY_ID) ? undefined : expected;
  }

  /** The same for a URL in an answer; `received`, if it differs in ids that are not known at most. */
  expected(old: string, received: string): string {
    const expected = this.#onNew(old);
    const withoutIds = (url: string) => url.replace(/(?<=[/=])\d+/g, ANY_ID);
    const isSame = withoutIds(expected) === withoutIds(received);
    return isSame && expected.includes(ANY_ID) ? received : expected;
  }

  #onNew(target: string): string {
    if (this.moved.length === 0) return target;
    const commented = /\/covers?\//.test(target) ? 'cover-comment' : 'patch-comment';
    const onNew = (id: string, name: string) => {
      // The URL of a comment alone does not tell what it is on.
      const resource = name === 'comments' ? commented : NAMED[name];
      return (resource && this.idOnNew(resource, id)) ?? ANY_ID;
    };
    return target.replace(IDS, onNew);
  }
}

/** What identifies an object besides its id. Dates are compared to the second, however they are written. */
const NAMES: Readonly<Partial<Record<Resource, (row: JsonObject) => unknown[]>>> = {
  project: (row) => [row.link_name],
  user: (row) => [row.username],
  person: (row) => [row.email],
  bundle: (row) => [row.name, nameOf('user', row.owner) ?? ''],
  series: (row) => [row.name, dateOf(row), row.version ?? ''],
  check: (row) => [dateOf(row), row.context],
  event: (row) => [row.category, dateOf(row), ...subjectsOf(row.payload)],
};

/** The message id, name or date of an object; undefined if it does not show all that its resource needs. */
export function nameOf(resource: Resource, row: unknown): string | undefined {
  if (!isObject(row)) return undefined;
  const parts = NAMES[resource]?.(row) ?? [row.msgid];
  const isWhole = parts.every((part) => typeof part === 'string' || typeof part === 'number');
  return isWhole ? parts.join(' ').replace(/^<|>$/g, '') : undefined;
}

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

/** Pairs the same objects of two arrays: by id or by name, as more of them are paired. */
export function align(
  resource: Resource,
  old: readonly unknown[],
  received: readonly unknown[],
  identities: Identities,
): Alignment {
  const named = (row: unknown) => nameOf(resource, row);
  const byName = matched(keysOf(old, named), keysOf(received, named));
  for (const [a, b] of byName.pairs) identities.learn(resource, old[a], received[b]);
  const onNew = (row: unknown) => {
    const id = idOf(row);
    return id === undefined ? undefined : identities.idOnNew(resource, id);
  };
  const byId = matched(keysOf(old, onNew), keysOf(received, idOf));
  return byName.pairs.length > byId.pairs.length ? byName : byId;
}

function idOf(row: unknown): string | undefined {
  const id = isObject(row) ? row.id : undefined;
  return id === undefined || id === null ? undefined : String(id);
}

type Keys = (string | undefined)[];

/** Keys that occur several times are numbered; objects without a key match nothing. */
function keysOf(rows: readonly unknown[], keyOf: (row: unknown) => string | undefined): Keys {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const own = keyOf(row);
    if (own === undefined) return undefined;
    const times = (seen.get(own) ?? 0) + 1;
    seen.set(own, times);
    return `${own} ${times}`;
  });
}

function matched(old: Keys, received: Keys): Alignment {
  const places = new Map(received.map((key, index) => [key, index]));
  places.delete(undefined);
  const pairs = old.flatMap((key, index): Alignment['pairs'] => {
    const place = places.get(key);
    return place === undefined ? [] : [[index, place]];
  });
  const [left, found] = [0, 1].map((side) => new Set(pairs.map((pair) => pair[side])));
  return {
    pairs,
    missing: old.flatMap((_, index) => (left?.has(index) ? [] : [index])),
    added: received.flatMap((_, index) => (found?.has(index) ? [] : [index])),
    isInOrder: pairs.every(([, place], at) => at === 0 || place > (pairs[at - 1]?.[1] ?? -1)),
  };
}

function subjectsOf(payload: unknown): string[] {
  if (!isObject(payload)) return [];
  return (['patch', 'cover', 'series', 'check'] as const).flatMap(
    (each) => nameOf(each, payload[each]) ?? [],
  );
}

function dateOf({ date }: JsonObject): string | undefined {
  if (typeof date !== 'string') return undefined;
  return date.replace(/\D/g, '').slice(0, 'YYYYMMDDhhmmss'.length);
}
