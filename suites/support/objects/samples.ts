import type { Api } from '../../../harness/api.js';
import type { Where } from '../../../harness/check-context.js';
import type { Instance } from '../../../harness/instance.js';
import type { Version } from '../../../specification/versions.js';
import { GUARDED_COLLECTIONS } from '../lists/first-rows.js';
import { knownItems, listsOf } from '../lists/list.js';
import { readable } from '../readable.js';
import { type Origin, type ReturnedObject, returnedObjects } from './returned-object.js';
import { isShown, type Source, sourcesOf } from './sources.js';

/** How many items of one list are checked: the largest page (docs/api.md, "Limits"). */
const MOST_ROWS = 100;

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

/** The samples of the version under test; collected once and shared. */
export function samplesOf({ api, instance }: Where): Promise<Samples> {
  return instance.onceInRun(keyOf(api.version), () => collected(api, instance));
}

/** The samples of a version if they were already requested; sends no requests. */
export function knownSamples(version: Version, instance: Instance): Promise<Samples> | undefined {
  return instance.known(keyOf(version));
}

function keyOf(version: Version): string {
  return `samples of ${version}`;
}

async function collected(api: Api, instance: Instance): Promise<Samples> {
  const samples: Samples = { objects: [], hidden: [], listed: new Map(), unread: [] };
  const sources = [...sourcesOf(api.version), ...farSources(api, instance)];
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
    const items = (reading?.value ?? []).slice(0, MOST_ROWS);
    const objects = origin.isHidden ? samples.hidden : samples.objects;
    objects.push(...items.flatMap((item) => returnedObjects(api.version, origin, item)));
    const ids = samples.listed.get(origin.path) ?? new Set();
    samples.listed.set(origin.path, ids);
    for (const { value } of items) ids.add((value as { id?: unknown } | null)?.id);
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

/** Protected lists are not a gap in a run without credentials. */
function isLeftOut({ path }: Origin, api: Api): boolean {
  const isGuarded = GUARDED_COLLECTIONS.some((collection) => path.startsWith(collection));
  return isGuarded && api.signedIn().role === 'anonymous';
}
