import type { Api } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import type { Instance } from '../../harness/instance.js';
import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import { EVENT_PAYLOADS } from '../../specification/event-payloads.js';
import type { Form, ResourceName } from '../../specification/resource.js';
import { ALL, since, type Version } from '../../specification/versions.js';

/** Somewhere an object of a form can be read. */
export interface Source {
  /** As people write it: `covers/`, `covers/{id}/`. */
  path: string;
  resource: ResourceName;
  form: Form;
  versions: readonly Version[];
  /** Reads it; the errors of `Api` pass through. */
  read(api: Api, instance: Instance): Promise<Seen[]>;
}

/** A collection of the endpoint table whose list and details SPEC.md shows. */
export interface Collection {
  path: string;
  resource: ResourceName;
  /** Whether it may be refused to callers that do not sign in (docs/verdicts.md B-1). */
  signedIn: boolean;
  /** How many details are read. */
  sampled: 1 | 2;
}

/** The collections whose forms SPEC.md shows; of patches it shows the embedded form only. */
export const COLLECTIONS: readonly Collection[] = [
  { path: 'projects/', resource: 'project', signedIn: false, sampled: 2 },
  { path: 'users/', resource: 'user', signedIn: true, sampled: 1 },
  { path: 'people/', resource: 'person', signedIn: true, sampled: 1 },
  { path: 'bundles/', resource: 'bundle', signedIn: false, sampled: 1 },
  { path: 'covers/', resource: 'cover', signedIn: false, sampled: 2 },
  { path: 'series/', resource: 'series', signedIn: false, sampled: 2 },
];

/** The paths of collections that may be refused to callers that do not sign in. */
export const GUARDED_COLLECTIONS: readonly string[] = COLLECTIONS.filter(
  ({ signedIn }) => signedIn,
).map(({ path }) => path);

/** "`per_page` may be set up to 100 on most endpoints" (SPEC.md, "Limits"). */
export const LARGEST_PAGE = 100;

/**
 * The first rows of a list, as many as one page may hold. Nearly everything is judged by these:
 * they are read once for each list and version.
 */
export function firstRows(api: Api, path: string): Promise<Seen[]> {
  const as = GUARDED_COLLECTIONS.includes(path) ? api.signedIn() : api;
  return as.list(path, { per_page: LARGEST_PAGE });
}

/** The answer that `firstRows` reads the rows from. */
export function firstPage(api: Api, path: string): Promise<Answer> {
  const as = GUARDED_COLLECTIONS.includes(path) ? api.signedIn() : api;
  return as.get(path, { query: { per_page: LARGEST_PAGE } });
}

/** Whether an answer that asked for the largest page holds the whole list: no page follows it. */
export function isWhole(answer: Answer): boolean {
  const links = parseLinkHeader(answer.headers.link, answer.url);
  const rows = Array.isArray(answer.json) ? answer.json.length : LARGEST_PAGE;
  return rows < LARGEST_PAGE && linksTo(links, 'next').length === 0;
}

/** The collection at that path. Throws a RangeError if its form is not shown. */
export function collectionAt(path: string): Collection {
  const found = COLLECTIONS.find((collection) => collection.path === path);
  if (found === undefined) throw new RangeError(`SPEC.md shows no form of ${path}`);
  return found;
}

/** The role that a collection is read as. */
export function reader(api: Api, { signedIn }: Collection): Api {
  return signedIn ? api.signedIn() : api;
}

/** Everything that is read in a version to judge its forms. */
export function sourcesOf(version: Version): Source[] {
  return SOURCES.filter(({ versions }) => versions.includes(version));
}

/**
 * Rows worth a closer look, at the cost of a request each: the one that shows most and, if two may
 * be looked at, the one with the most blank fields. Only rows with an integer `id` can be.
 */
export function sample(rows: readonly Seen[], most: 1 | 2 = 2): Seen[] {
  const usable = rows
    .filter((row) => Number.isInteger(at(row, 'id').value))
    .map((row) => ({ row, length: lengthOf(row), blanks: blanks(row) }));
  const [richest] = [...usable].sort((a, b) => b.length - a.length);
  const [poorest] = [...usable].sort((a, b) => b.blanks - a.blanks);
  const chosen = most === 1 ? [richest] : [richest, poorest];
  return [...new Set(chosen.flatMap((each) => each?.row ?? []))];
}

const lengths = new WeakMap<object, number>();

/** How much a row shows. Many requirements ask for the same rows. */
function lengthOf({ value }: Seen): number {
  if (!isObject(value)) return 0;
  const known = lengths.get(value) ?? JSON.stringify(value).length;
  lengths.set(value, known);
  return known;
}

function blanks({ value }: Seen): number {
  return isObject(value) ? Object.values(value).filter((each) => each === null).length : 0;
}

/** The rows of a collection whose details are read. */
export async function sampledRows(api: Api, { path, sampled }: Collection): Promise<Seen[]> {
  return sample(await firstRows(api, path), sampled);
}

/** The details of the sampled rows of a collection. */
export async function sampledDetails(api: Api, collection: Collection): Promise<Seen[]> {
  const as = reader(api, collection);
  const rows = await sampledRows(api, collection);
  return Promise.all(rows.map((row) => as.object(`${collection.path}${at(row, 'id').value}/`)));
}

/** As many events as are looked at of a category that is not among the first ones. */
const FEW = 5;

/** The unfiltered events, and of each category that is not among them those that the filter gives. */
async function eventsOfEveryCategory(api: Api): Promise<Seen[]> {
  const events = await firstRows(api, 'events/');
  const met = new Set(events.map((event) => at(event, 'category').value));
  const absent = [...EVENT_PAYLOADS.keys()].filter((category) => !met.has(category));
  const more = await Promise.all(
    absent.map((category) => api.list('events/', { category, per_page: LARGEST_PAGE })),
  );
  // An instance that ignores the filter gives the same events again: they are judged once.
  const wanted = more.map((found, index) =>
    found.filter((event) => at(event, 'category').value === absent[index]).slice(0, FEW),
  );
  // They come first: no more rows of a source are looked at than one page may hold.
  return [...wanted.flat(), ...events];
}

const LISTS = COLLECTIONS.map(
  (collection): Source => ({
    path: collection.path,
    resource: collection.resource,
    form: 'list',
    versions: ALL,
    read: (api) => firstRows(api, collection.path),
  }),
);

const DETAILS = COLLECTIONS.map(
  (collection): Source => ({
    path: `${collection.path}{id}/`,
    resource: collection.resource,
    form: 'detail',
    versions: ALL,
    read: (api) => sampledDetails(api, collection),
  }),
);

/** B-14: `settings` are for the user that asks for itself, and judged from 1.2 on. */
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
  {
    path: 'covers/{id}/comments/',
    resource: 'cover-comment',
    form: 'list',
    // B-8: in 1.0 they are observed, not judged.
    versions: since('1.1'),
    async read(api, instance) {
      const [cover] = await instance.coversWithComments();
      return firstRows(api, `covers/${cover}/comments/`);
    },
  },
  {
    path: 'patches/{id}/comments/{id}/',
    resource: 'patch-comment',
    form: 'detail',
    // B-10.
    versions: since('1.3'),
    async read(api, instance) {
      const { parent, comment } = await instance.patchComment();
      return [await api.object(`patches/${parent}/comments/${comment}/`)];
    },
  },
  {
    path: 'patches/{id}/checks/',
    resource: 'check',
    form: 'list',
    // B-9: the list from 1.3 on, the detail from 1.2 on.
    versions: since('1.3'),
    async read(api, instance) {
      const [patch] = await instance.patchesWithChecks();
      return firstRows(api, `patches/${patch}/checks/`);
    },
  },
  {
    path: 'patches/{id}/checks/{id}/',
    resource: 'check',
    form: 'detail',
    versions: since('1.2'),
    async read(api, instance) {
      const { patch, check } = await instance.check();
      return [await api.object(`patches/${patch}/checks/${check}/`)];
    },
  },
  {
    path: 'events/',
    resource: 'event',
    form: 'list',
    versions: ALL,
    read: eventsOfEveryCategory,
  },
];

const ROOT: Source = {
  path: '',
  resource: 'root',
  form: 'detail',
  versions: ALL,
  read: async (api) => [await api.object('')],
};

const SOURCES: readonly Source[] = [ROOT, ...LISTS, ...DETAILS, OWN_USER, ...NESTED];
