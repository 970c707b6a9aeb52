import type { Api } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import type { Instance } from '../../harness/instance.js';
import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import { whyNoId } from '../../harness/unusable-id.js';
import { Inconclusive, inconclusive } from '../../harness/violation.js';
import { ENDPOINTS, reading, versionsReading } from '../../specification/endpoints.js';
import { EVENT_PAYLOADS } from '../../specification/event-payloads.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { type List, SHOWN_LISTS } from '../../specification/lists.js';
import { objectsWithin } from '../../specification/objects-within.js';
import type { Form, ResourceName } from '../../specification/resource.js';
import { since, type Version } from '../../specification/versions.js';
import { readable } from './readable.js';

/** A place where objects of a form can be read. */
export interface Source {
  /** As in the endpoint table: `covers/`, `covers/{id}/`. */
  path: string;
  resource: ResourceName;
  form: Form;
  versions: readonly Version[];
  /** Reads the objects; errors of `Api` pass through. */
  read(api: Api, instance: Instance): Promise<Seen[]>;
}

/** The lists of the endpoint table that are not nested. */
export const TOP_LISTS: readonly List[] = SHOWN_LISTS.filter(({ parent }) => parent === undefined);

/** The collections whose forms SPEC.md gives; of patches it gives only the embedded form. */
export const COLLECTIONS: readonly List[] = TOP_LISTS.filter(({ path }) =>
  ENDPOINTS.some((endpoint) => endpoint.path === `${path}{id}/`),
);

/** The paths of collections that may be refused to unauthenticated callers. */
export const GUARDED_COLLECTIONS: readonly string[] = COLLECTIONS.filter(
  ({ signedIn }) => signedIn,
).map(({ path }) => path);

/** The path of a list; for a nested list, below the parent with most items. */
export async function pathOf(list: List, instance: Instance): Promise<string> {
  const [path] = await pathsOf(list, instance, 1);
  return path ?? list.path;
}

/** The paths of a list, below one or two parents for a nested list, of two projects if possible. */
async function pathsOf({ path, parent }: List, instance: Instance, most: 1 | 2) {
  if (parent === undefined) return [path];
  const ids = await (parent === 'covers'
    ? instance.coversWithComments(most)
    : instance.patchesWithChecks(most));
  return ids.map((id) => path.replace(/\{\w+\}/, String(id)));
}

/** The role that reads a path: an authenticated one if others may be refused. */
export function readerOf(path: string, api: Api): Api {
  return GUARDED_COLLECTIONS.includes(path) ? api.signedIn() : api;
}

/**
 * The first items of a list, up to the largest page size. Nearly all requirements use these; they
 * are read once per list and version.
 */
export function firstRows(api: Api, path: string): Promise<Seen[]> {
  return readerOf(path, api).list(path, { per_page: LARGEST_PAGE });
}

/**
 * The path of a readable list, for requirements that apply to any list: the given one, or another
 * one if that fails. Inconclusive if no list with the same access rights can be read.
 */
export async function readableList(api: Api, path: string): Promise<string> {
  const isGuarded = GUARDED_COLLECTIONS.includes(path);
  const others = TOP_LISTS.map((list) => list.path).filter(
    (each) => each !== path && GUARDED_COLLECTIONS.includes(each) === isGuarded,
  );
  for (const each of [path, ...others]) {
    const { status, json } = await firstPage(api, each);
    if (status === 200 && Array.isArray(json)) return each;
  }
  return inconclusive(`none of the lists ${[path, ...others].join(', ')} can be read`);
}

/** The response from which `firstRows` reads items. */
export function firstPage(api: Api, path: string): Promise<Answer> {
  return readerOf(path, api).get(path, { query: { per_page: LARGEST_PAGE } });
}

/**
 * Whether the response to a request for the largest page contains the whole list: no page follows.
 */
export function isWhole(answer: Answer): boolean {
  const links = parseLinkHeader(answer.headers.link, answer.url);
  const rows = Array.isArray(answer.json) ? answer.json.length : LARGEST_PAGE;
  return rows < LARGEST_PAGE && linksTo(links, 'next').length === 0;
}

/** The collection at that path. Throws a RangeError if SPEC.md does not give its form. */
export function collectionAt(path: string): List {
  const found = COLLECTIONS.find((collection) => collection.path === path);
  if (found === undefined) throw new RangeError(`SPEC.md does not give the form of ${path}`);
  return found;
}

/** Everything that is read in a version to check forms. */
export function sourcesOf(version: Version): Source[] {
  return SOURCES.filter(({ versions }) => versions.includes(version));
}

/** The longest item, in JSON, among those with an integer `id`. */
export function richest(rows: readonly Seen[]): Seen | undefined {
  return withId(rows)
    .map((row) => ({ row, length: lengthOf(row) }))
    .sort((a, b) => b.length - a.length)[0]?.row;
}

function withId(rows: readonly Seen[]): Seen[] {
  return rows.filter((row) => Number.isInteger(at(row, 'id').value));
}

const lengths = new WeakMap<object, number>();

/** The length of an item in JSON; cached, because many requirements use the same items. */
function lengthOf({ value }: Seen): number {
  if (!isObject(value)) return 0;
  const known = lengths.get(value) ?? JSON.stringify(value).length;
  lengths.set(value, known);
  return known;
}

function blanks({ value }: Seen): number {
  return isObject(value) ? Object.values(value).filter((each) => each === null).length : 0;
}

/**
 * Picks of items with rare properties: a message id that needs escaping in URLs, blank fields, another
 * project than that of the newest item, non-ASCII text, age.
 */
const RARE: readonly ((rows: readonly Seen[]) => Seen | undefined)[] = [
  (rows) => rows.find((row) => /[^\w.@<>-]/.test(String(at(row, 'msgid').value ?? ''))),
  (rows) => [...rows].sort((a, b) => blanks(b) - blanks(a))[0],
  (rows) => rows.find((row) => projectOf(row) !== projectOf(rows[0])),
  (rows) => rows.find(({ value }) => /\P{ASCII}/u.test(JSON.stringify(value))),
  (rows) => [...rows].sort((a, b) => Number(at(a, 'id').value) - Number(at(b, 'id').value))[0],
];

/** How many details of a collection are read. */
const MOST_SAMPLED = 2;

function idOf(row: Seen): unknown {
  return at(row, 'id').value;
}

function projectOf(row: Seen | undefined): unknown {
  return row && at(row, 'project', 'id').value;
}

/** The items of a collection whose details are read: the longest one, and one with a rare property. */
export async function sampledRows(api: Api, { path }: List): Promise<Seen[]> {
  const rows = withId(await firstRows(api, path));
  const picked = [richest(rows), ...RARE.map((pick) => pick(rows))].flatMap((row) => row ?? []);
  return [...new Set(picked)].slice(0, MOST_SAMPLED);
}

/**
 * The ids of the sampled items; if the list is a server error, ids of embedded objects in other
 * lists.
 */
export async function sampledIds(api: Api, collection: List): Promise<unknown[]> {
  try {
    return (await sampledRows(api, collection)).map(idOf);
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    // A list that does not exist, or is not an array, has no objects to sample.
    if ((await firstPage(api, collection.path)).status < 500) throw error;
    const ids = await idsElsewhere(api, collection);
    if (ids.length === 0) throw error;
    return ids.slice(0, FEW);
  }
}

/** Why no object of a collection can be read by its id. */
export async function whyNoSample(api: Api, path: string): Promise<string> {
  const rows = await readable(() => firstRows(api, path));
  return whyNoId(rows, `an object in ${path}`, `${path} lists no object`);
}

async function idsElsewhere(api: Api, { path, resource }: List): Promise<unknown[]> {
  const others = TOP_LISTS.filter((list) => list.path !== path);
  const found = others.map((list) =>
    readable(async () => {
      const rows = await firstRows(api, list.path);
      const objects = rows.flatMap(({ value }) => objectsWithin(list.resource, 'list', value));
      return objects.filter(({ table }) => table.resource === resource);
    }),
  );
  const ids = (await Promise.all(found)).flat().map(({ value }) => value.id);
  return [...new Set(ids.filter(Number.isInteger))];
}

/** The details of the sampled items of a collection. */
export async function sampledDetails(api: Api, collection: List): Promise<Seen[]> {
  const as = readerOf(collection.path, api);
  const ids = await sampledIds(api, collection);
  return Promise.all(ids.map((id) => as.object(`${collection.path}${id}/`)));
}

/** How many events of a category are read that is not among the first events. */
const FEW = 5;

/**
 * The newest events of each known category that is not among the first events, requested by the
 * filter.
 */
export async function newestOfCategories(api: Api): Promise<Seen[]> {
  const events = await firstRows(api, 'events/');
  const collected = new Set(events.map((event) => at(event, 'category').value));
  const absent = [...EVENT_PAYLOADS.keys()].filter((category) => !collected.has(category));
  const found = await Promise.all(
    absent.map(async (category) => {
      const rows = await api.list('events/', { category, per_page: FEW });
      // An instance that ignores the filter returns the same events again: they are not checked
      // twice.
      return rows.filter((event) => at(event, 'category').value === category);
    }),
  );
  return found.flat();
}

/** A source at a path of the endpoint table, in the versions that can read it. */
function sourceAt(path: string, read: Source['read']): Source {
  const { resource, form } = reading(path);
  return { path, resource, form, versions: versionsReading(path), read };
}

const LISTED = COLLECTIONS.map(({ path }) => sourceAt(path, (api) => firstRows(api, path)));

const DETAILS = COLLECTIONS.map((collection) =>
  sourceAt(`${collection.path}{id}/`, (api) => sampledDetails(api, collection)),
);

/** B-14: `settings` are required in the detail of the caller's own user, from 1.2 on. */
const OWN_USER: Source = {
  path: 'users/{own id}/',
  resource: 'user',
  form: 'detail',
  versions: since('1.2'),
  async read(api, instance) {
    const id = await instance.ownId('user');
    return [await api.as('user').object(`users/${id}/`)];
  },
};

const NESTED: readonly Source[] = [
  ...SHOWN_LISTS.filter(({ parent }) => parent !== undefined).map((list) =>
    sourceAt(list.path, async (api, instance) => {
      const paths = await pathsOf(list, instance, 2);
      return (await Promise.all(paths.map((path) => firstRows(api, path)))).flat();
    }),
  ),
  sourceAt('patches/{patch_id}/comments/{comment_id}/', async (api, instance) => {
    const { parent, comment } = await instance.patchComment();
    return [await api.object(`patches/${parent}/comments/${comment}/`)];
  }),
  sourceAt('patches/{patch_id}/checks/{check_id}/', async (api, instance) => {
    const { patch, check } = await instance.check();
    return [await api.object(`patches/${patch}/checks/${check}/`)];
  }),
  sourceAt('events/', (api) => firstRows(api, 'events/')),
];

const ROOT = sourceAt('', async (api) => [await api.object('')]);

const SOURCES: readonly Source[] = [ROOT, ...LISTED, ...DETAILS, OWN_USER, ...NESTED];
