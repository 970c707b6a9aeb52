import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Instance } from '../../harness/instance.js';
import type { Seen } from '../../harness/place.js';
import type { Departed } from '../../harness/violation.js';
import type { Aspect } from '../../specification/facts.js';
import type { Table } from '../../specification/tables.js';
import type { Version } from '../../specification/versions.js';
import { GUARDED_COLLECTIONS, type Source, sourcesOf } from './sources.js';
import { surveyed } from './survey-object.js';
import { withOmissions, withoutEmptyPayloads, withoutHollow } from './survey-omissions.js';

/** How many rows of one list are judged: as many as a page may have (SPEC.md, "Limits"). */
const MOST_ROWS = 100;

/** A documented object as it was met somewhere in a version, on its own or inside another. */
export interface Met extends Seen<Readonly<Record<string, unknown>>> {
  table: Table;
}

/**
 * How a field departs. `omitted`: it is blank and not null, but missing while others of its kind
 * have it, or hollow ("blank fields are returned as null; they are never omitted"); `missing` is a
 * field of the form.
 */
export type FormAspect = Aspect | 'omitted';

/** A departure from the form of the version, and the field that it is a departure of. */
export interface FormDeparture extends Departed {
  table: string;
  field: string;
  aspect: FormAspect;
}

/** A source that could not be read, and why: the error that ended the reading. */
export interface Unread {
  source: Source;
  why: unknown;
}

/**
 * All that one version shows of its forms: every list and some details of every resource, judged
 * once. Requirements that speak of a form ask here, so that twenty of them cost the requests of one.
 */
export interface Survey {
  /** Every element of every list, and every detail, as they came. */
  whole: Whole[];
  /** Every documented object among them and inside them. */
  met: Met[];
  departures: FormDeparture[];
  unread: Unread[];
  /** Objects of another version than the one that was asked for: their fields are not judged. */
  strange: Departed[];
}

/** One element of a list, or one detail. */
export interface Whole extends Seen {
  source: Source;
}

/** The survey of the version under judgement; made once, shared by all who ask. */
export function surveyOf({
  api,
  instance,
}: Pick<CheckContext, 'api' | 'instance'>): Promise<Survey> {
  return instance.once(keyOf(api.version), () => survey(api, instance));
}

/** The survey of a version if a requirement asked for it; it is not begun here. */
export function knownSurvey(version: Version, instance: Instance): Promise<Survey> | undefined {
  return instance.known(keyOf(version));
}

function keyOf(version: Version): string {
  return `survey of ${version}`;
}

async function survey(api: Api, instance: Instance): Promise<Survey> {
  const found: Survey = { whole: [], met: [], departures: [], unread: [], strange: [] };
  const sources = sourcesOf(api.version);
  // All are asked for at once, and taken in their own order, so that two runs read alike.
  const readings = await Promise.allSettled(
    sources.map((source) => source.read(api.unnoted(), instance)),
  );
  readings.forEach((reading, index) => {
    const source = sources[index];
    if (source === undefined) return;
    if (reading.status === 'rejected') {
      if (!isLeftOut(source, api)) found.unread.push({ source, why: reading.reason });
    } else for (const seen of reading.value.slice(0, MOST_ROWS)) add(found, api, source, seen);
  });
  const filled = withoutHollow(found);
  return withoutEmptyPayloads({ ...filled, departures: withOmissions(filled) });
}

/** What only users may read is no gap in a run whose user has chosen to sign in as nobody. */
function isLeftOut({ path }: Source, api: Api): boolean {
  const isGuarded = GUARDED_COLLECTIONS.some((collection) => path.startsWith(collection));
  return isGuarded && api.signedIn().role === 'anonymous';
}

function add(found: Survey, api: Api, source: Source, seen: Seen): void {
  found.whole.push({ ...seen, source });
  const { met, departures, strange } = surveyed(api.version, source, seen);
  found.met.push(...met);
  found.departures.push(...departures);
  if (strange !== undefined) found.strange.push(strange);
}
