import type { Api } from '../../../harness/api.js';
import type { Where } from '../../../harness/check-context.js';
import type { Instance } from '../../../harness/instance.js';
import { Memo } from '../../../harness/memo.js';
import type { Seen } from '../../../harness/place.js';
import { reading, versionsReading } from '../../../specification/endpoints.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { SHOWN_LISTS } from '../../../specification/lists.js';
import { presenceOf, tableNamed } from '../../../specification/tables.js';
import { tablesOfField } from '../../../specification/tables-within.js';
import { ALL, since, VERSIONS, type Version } from '../../../specification/versions.js';
import { COLLECTIONS, firstRows, GUARDED_COLLECTIONS, idOf, pathsOf } from '../first-rows.js';
import { knownItems, listsOf } from '../known-rows.js';
import { isPublic, NOT_PUBLIC } from '../private-bundles.js';
import { readable } from '../readable.js';
import { type Origin, type ReturnedObject, returnedObjects } from './returned-object.js';
import { ofCaller, sampledDetails } from './sampled-rows.js';
import { formedForSignedIn } from './signed-in-rows.js';

/** A place where objects of a form can be read. */
export interface Source extends Origin {
  versions: readonly Version[];
  /** Whether only the role `user` sees the objects. */
  isHidden?: true;
  /** Reads the items or the detail; errors of `Api` pass through. */
  read(api: Api, instance: Instance): Promise<Seen[]>;
}

/** Everything that is read in a version to check objects. */
export function sourcesOf(version: Version): Source[] {
  return SOURCES.filter(({ versions }) => versions.includes(version));
}

/**
 * The lists of a version that a scan reads to their end. Nested ones (comments and checks) are not among them:
 * they would cost a request for each parent.
 */
export function scannedSources(version: Version): Source[] {
  return sourcesOf(version).filter(
    ({ path, isHidden }) => path !== '' && !path.includes('{') && !isHidden,
  );
}

/** The source at a path of the endpoint table, in the versions that can read it. */
function sourceAt(path: string, read: Source['read']): Source {
  const { resource, form } = reading(path);
  return { path, resource, form, versions: versionsReading(path), read };
}

const LISTED = COLLECTIONS.map(({ path }) => sourceAt(path, (api) => firstRows(api, path)));

/** docs/api.md gives the embedded form of a patch only, see LISTED_PATCH. */
const PATCHES: Source = {
  path: 'patches/',
  resource: 'patch',
  form: 'embedded',
  versions: ALL,
  read: (api) => firstRows(api, 'patches/'),
};

const DETAILS = COLLECTIONS.map((collection) =>
  sourceAt(`${collection.path}{id}/`, (api, instance) =>
    sampledDetails(collection, { api, instance }),
  ),
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

/** Bundles that only their owner sees, or that do not say that they are public: as items and in detail. */
const OWN_BUNDLES = (['list', 'detail'] as const).map(
  (form): Source => ({
    path: `bundles/${form === 'list' ? '?public=false' : '{own id}/'}`,
    resource: 'bundle',
    form,
    versions: ALL,
    isHidden: true,
    async read(api) {
      if (api.signedIn().role !== 'user') return [];
      const user = api.as('user');
      const listed = (await firstRows(user, 'bundles/')).filter((row) => !isPublic(row));
      const rows = listed.length > 0 ? listed : await user.list('bundles/', NOT_PUBLIC);
      if (form === 'list') return rows;
      const id = rows.map(idOf).find(Number.isInteger);
      return id === undefined ? [] : [await user.object(`bundles/${id}/`)];
    },
  }),
);

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
    const checks = await instance.checks();
    return Promise.all(
      checks.map(({ patch, check }, index) =>
        ofCaller(api, index, checks.length).object(`patches/${patch}/checks/${check}/`),
      ),
    );
  }),
  sourceAt('events/', (api) => firstRows(api, 'events/')),
];

const ROOT = sourceAt('', async (api) => [await api.object('')]);

const SOURCES: readonly Source[] = [
  ROOT,
  ...LISTED,
  PATCHES,
  ...DETAILS,
  OWN_USER,
  ...OWN_BUNDLES,
  ...NESTED,
];

const SHOWN = new Map(VERSIONS.map((version) => [version, shownBySources(version)]));

/** The names of the tables whose objects a run can see in a version, alone or embedded. */
export function tablesShown(version: Version): ReadonlySet<string> {
  return SHOWN.get(version) ?? new Set();
}

/** Whether a run can see objects of a table in any version. */
export function isShown(table: string): boolean {
  return VERSIONS.some((version) => tablesShown(version).has(table));
}

function shownBySources(version: Version): Set<string> {
  const shown = new Set<string>();
  const visit = (name: string): void => {
    if (shown.has(name)) return;
    shown.add(name);
    const table = tableNamed(name);
    for (const field of table.fields) {
      // A field before its version is a violation by itself, whatever its value.
      if (presenceOf(field, version) === 'absent') continue;
      for (const inside of tablesOfField(table, field)) visit(inside.name);
    }
  };
  for (const { resource, form } of sourcesOf(version)) visit(`${resource}.${form}`);
  return shown;
}

/**
 * The objects that one version returned: every list and some details of every resource, validated once.
 * Requirements on objects share them, so that they cost no further requests.
 */
export interface Samples {
  /** Every documented object, also embedded ones. */
  objects: ReturnedObject[];
  /** Likewise those that only the role `user` sees: no other caller may request them. */
  hidden: ReturnedObject[];
  /** The ids of the listed items among them, by the path of the list. */
  listed: Map<string, Set<unknown>>;
  /** What could not be read, and the error. */
  unread: { origin: Origin; why: unknown }[];
}

const SAMPLES = new Memo<Samples>();

/** The samples of the version under test; collected once and shared. */
export function samplesOf({ api, instance }: Where): Promise<Samples> {
  return instance.onceInRun(SAMPLES, [api.version], () => collected(api, instance));
}

/** The samples of a version if they were already requested; sends no requests. */
export function knownSamples(version: Version, instance: Instance): Promise<Samples> | undefined {
  return instance.known(SAMPLES, [version]);
}

async function collected(api: Api, instance: Instance): Promise<Samples> {
  const samples: Samples = { objects: [], hidden: [], listed: new Map(), unread: [] };
  const sources = [...sourcesOf(api.version), ...farSources(api, instance), ...SIGNED_IN];
  // Requested in parallel but added in a fixed order, so that two runs give the same report.
  const readings = await Promise.allSettled(
    sources.map((source) => source.read(api.unnoted(), instance)),
  );
  for (const [index, origin] of sources.entries()) {
    const reading = readings[index];
    if (reading?.status === 'rejected') {
      if (!isLeftOut(origin, api)) samples.unread.push({ origin, why: reading.reason });
      continue;
    }
    const items = (reading?.value ?? []).slice(0, LARGEST_PAGE);
    const objects = origin.isHidden ? samples.hidden : samples.objects;
    objects.push(...items.flatMap((item) => returnedObjects(api.version, origin, item)));
    const ids = samples.listed.get(origin.path) ?? new Set();
    samples.listed.set(origin.path, ids);
    for (const item of items) ids.add(idOf(item));
  }
  return samples;
}

/** Items from later pages, because fields may come and go there. */
function farSources(api: Api, instance: Instance): Source[] {
  return listsOf({ api, instance })
    .filter(({ resource }) => isShown(`${resource}.list`))
    .map((list) => ({
      path: list.path,
      resource: list.resource,
      form: 'list',
      versions: list.versions,
      read: () =>
        readable(async () => {
          const { front, rows } = await knownItems(list, { api, instance });
          return rows.slice(front.length);
        }),
    }));
}

/** Lists that a run reads as an authenticated caller as well. */
const SIGNED_IN = ['bundles/', 'covers/', 'series/', 'events/'].map((path): Source => {
  const source = sourceAt(path, (api) => formedForSignedIn(source, api));
  return source;
});

/** Whether a collection is protected and the run has no credentials: that is no gap. */
export function isLeftOut({ path }: Origin, api: Api): boolean {
  const isGuarded = GUARDED_COLLECTIONS.some((collection) => path.startsWith(collection));
  return isGuarded && api.signedIn().role === 'anonymous';
}
