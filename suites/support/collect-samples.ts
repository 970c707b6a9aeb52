import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Instance } from '../../harness/instance.js';
import type { Seen } from '../../harness/place.js';
import type { Version } from '../../specification/versions.js';
import { knownOf, listsOf } from './lists/list.js';
import { sampledIn } from './object-samples.js';
import { withOmissions, withoutEmpty, withoutEmptyPayloads } from './omitted-fields.js';
import { readable } from './readable.js';
import type { Samples } from './samples.js';
import { GUARDED_COLLECTIONS, type Source, sourcesOf } from './sources.js';
import { isShown } from './visible-tables.js';

/** How many items of one list are checked: the largest page (SPEC.md, "Limits"). */
const MOST_ROWS = 100;

/** How many mismatches of one kind are stored for a version. */
const MOST_ALIKE = 300;

/** The samples of the version under test; collected once and shared. */
export function samplesOf({
  api,
  instance,
}: Pick<CheckContext, 'api' | 'instance'>): Promise<Samples> {
  return instance.onceInRun(keyOf(api.version), () => collectSamples(api, instance));
}

/** The samples of a version if they were already requested; sends no requests. */
export function knownSamples(version: Version, instance: Instance): Promise<Samples> | undefined {
  return instance.known(keyOf(version));
}

function keyOf(version: Version): string {
  return `samples of ${version}`;
}

async function collectSamples(api: Api, instance: Instance): Promise<Samples> {
  const alike = new Map<string, number>();
  const found: Samples = { whole: [], collected: [], mismatches: [], unread: [], strange: [] };
  const sources = [...sourcesOf(api.version), ...farSources(api, instance)];
  // Requested in parallel but added in a fixed order, so that two runs give the same report.
  const readings = await Promise.allSettled(
    sources.map((source) => source.read(api.unnoted(), instance)),
  );
  readings.forEach((reading, index) => {
    const source = sources[index];
    if (source === undefined) return;
    if (reading.status === 'rejected') {
      if (!isLeftOut(source, api)) found.unread.push({ source, why: reading.reason });
    } else
      for (const seen of reading.value.slice(0, MOST_ROWS)) add(found, alike, api, source, seen);
  });
  const filled = withoutEmpty(found);
  return withoutEmptyPayloads({ ...filled, mismatches: withOmissions(filled) });
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
          const { front, rows } = await knownOf(list, { api, instance });
          return rows.slice(front.length);
        }),
    }));
}

/** Protected lists are not a gap in a run without credentials. */
function isLeftOut({ path }: Source, api: Api): boolean {
  const isGuarded = GUARDED_COLLECTIONS.some((collection) => path.startsWith(collection));
  return isGuarded && api.signedIn().role === 'anonymous';
}

/**
 * Adds an object to the samples. Stores a limited number of mismatches of one kind, which `alike`
 * counts.
 */
function add(
  found: Samples,
  alike: Map<string, number>,
  api: Api,
  source: Source,
  seen: Seen,
): void {
  found.whole.push({ ...seen, source });
  const { collected, mismatches, strange } = sampledIn(api.version, source, seen);
  found.collected.push(...collected);
  for (const mismatch of mismatches) {
    const kind = `${mismatch.table} ${mismatch.field} ${mismatch.aspect}`;
    const before = alike.get(kind) ?? 0;
    alike.set(kind, before + 1);
    if (before < MOST_ALIKE) found.mismatches.push(mismatch);
  }
  if (strange !== undefined) found.strange.push(strange);
}
