import { groupedBy } from '../../harness/grouped-by.js';
import { isObject, type JsonObject } from '../../harness/place.js';
import type { CollectedResource as Resource } from '../../specification/endpoints.js';
import { RESOURCES } from '../client-profile/endpoints.js';

/** The resource whose id follows a name in a path, or is the value of a parameter. */
const NAMED: Readonly<Record<string, Resource>> = {
  ...RESOURCES,
  ...Object.fromEntries(Object.values(RESOURCES).map((resource) => [resource, resource])),
  submitter: 'person',
  owner: 'user',
  delegate: 'user',
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

/**
 * Pairs the same objects of two arrays by their indexes: by name, and those that are left by id. `missing` and
 * `added` are those that only one array has.
 */
export function align(
  resource: Resource,
  old: readonly unknown[],
  received: readonly unknown[],
  identities: Identities,
) {
  const found = new Map<number, number>();
  const left = new Set(received.keys());
  const pair = (keyOf: (row: unknown) => unknown, keyOfNew: (row: unknown) => unknown) => {
    const groups = groupedBy([...left], (index) => keyOfNew(received[index]));
    const places = new Map(groups.map((group) => [keyOfNew(received[group[0]]), group]));
    for (const [index, row] of old.entries()) {
      const key = found.has(index) ? undefined : keyOf(row);
      const place = key === undefined ? undefined : places.get(key)?.shift();
      if (place === undefined) continue;
      found.set(index, place);
      left.delete(place);
    }
  };
  const named = (row: unknown) => nameOf(resource, row);
  pair(named, named);
  for (const [one, other] of found) identities.learn(resource, old[one], received[other]);
  pair((row) => identities.idOnNew(resource, idOf(row)), idOf);
  const pairs = [...found].sort(([one], [other]) => one - other);
  return {
    pairs,
    missing: [...old.keys()].filter((index) => !found.has(index)),
    added: [...left],
    isInOrder: pairs.every(([, place], at) => at === 0 || place > (pairs[at - 1]?.[1] ?? -1)),
  };
}

function idOf(row: unknown): string | undefined {
  const id = isObject(row) ? row.id : undefined;
  return id === undefined || id === null ? undefined : String(id);
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
