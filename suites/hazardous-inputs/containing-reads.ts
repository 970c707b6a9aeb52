import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { isObject } from '../../harness/place.js';
import type { Role, SignedInRole } from '../../harness/role.js';
import { FILTERS } from '../../specification/filters.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { LISTS, type List } from '../../specification/lists.js';

/** A read of a path as a role. */
interface Read {
  path: string;
  query: Query;
  role: Role;
}

/**
 * A read whose response contains an object, with the role and the JSON of the response before a
 * hazard.
 */
export interface ContainingRead extends Read {
  json: unknown;
}

/** An object, and the query for list items that may contain it. */
export interface Wanted {
  /** Its `url` in the version under test. */
  url: unknown;
  /** Its own path, and that of its collection. */
  path: string;
  collection: string;
  /** A role that can read it. */
  role: SignedInRole;
  /** The filter that selects the items that contain it. */
  filter: Query;
}

/**
 * The reads whose responses contain an object: by id, in its collection, and in every other list
 * whose items embed it. Anonymous if possible, because that is what all clients see.
 */
export async function readsContaining(
  context: CheckContext,
  wanted: Wanted,
): Promise<ContainingRead[]> {
  const lists = LISTS.filter(({ parent, versions }) => {
    return parent === undefined && versions.includes(context.api.version);
  });
  const reads = [
    { path: wanted.path, query: {} },
    ...lists.map((list) => ({ path: list.path, query: queryOf(list, wanted) })),
  ];
  const showing = await Promise.all(reads.map((read) => firstContaining(context, wanted, read)));
  return showing.flatMap((read) => read ?? []);
}

/**
 * The read as the first role whose response contains the object, with the shortest sufficient page;
 * undefined if there is none.
 */
async function firstContaining(
  context: CheckContext,
  { role: own, url, collection }: Wanted,
  { path, query }: Omit<Read, 'role'>,
): Promise<ContainingRead | undefined> {
  for (const role of ['anonymous', own] as const) {
    const read = { path, query, role };
    const { status, json } = await answerTo(context, read);
    if (status !== 200 || !holdsUrl(json, url)) continue;
    // In its own collection it may move when its name changes.
    if (!Array.isArray(json) || path === collection) return { ...read, json };
    const rows = json.findIndex((row) => holdsUrl(row, url)) + 1;
    return { ...read, query: { ...query, per_page: rows }, json: json.slice(0, rows) };
  }
  return undefined;
}

/** The current response to such a read. */
export function answerTo({ api }: CheckContext, { path, query, role }: Read): Promise<Answer> {
  return api.unnoted().as(role).get(path, { query });
}

/** If every item that a filter selects contains the object, one item is enough. */
function queryOf({ name, path }: List, { filter, collection }: Wanted): Query {
  const filters = Object.entries(FILTERS).find(([list]) => list === name)?.[1] ?? [];
  const taken = Object.keys(filter).filter((parameter) =>
    // SPEC.md gives no filter of patches; a list without filters may contain the object or is left
    // out.
    name === 'patches'
      ? parameter === 'project'
      : filters.some((each) => each.parameter === parameter),
  );
  const own = Object.fromEntries(Object.entries(filter).filter(([key]) => taken.includes(key)));
  const isEnough = taken.length > 0 && path !== collection;
  return { ...own, per_page: isEnough ? 1 : LARGEST_PAGE };
}

/**
 * The fields of a response that are missing in a later one: `/project/web_url`. Items are compared by id,
 * because others may come first by then.
 */
export function lostFields(before: unknown, after: unknown): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.flatMap((row: unknown) => {
      const same: unknown = after.find((each) => idOf(each) === idOf(row));
      return same === undefined ? [] : lostFields(row, same);
    });
  }
  const kept = new Set(fieldsIn(after));
  return [...new Set(fieldsIn(before))].filter((field) => !kept.has(field));
}

function idOf(value: unknown): unknown {
  return isObject(value) ? value.id : undefined;
}

/** JSON pointers without the indexes of arrays. */
function fieldsIn(value: unknown, pointer = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsIn(item, pointer));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = `${pointer}/${name}`;
    return [own, ...fieldsIn(inner, own)];
  });
}

function holdsUrl(value: unknown, url: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => holdsUrl(each, url));
  if (!isObject(value)) return false;
  return value.url === url || Object.values(value).some((each) => holdsUrl(each, url));
}
