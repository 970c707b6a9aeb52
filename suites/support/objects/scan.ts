import type { CheckContext } from '../../../harness/check-context.js';
import { Stopped } from '../../../harness/client/stopped.js';
import type { Seen } from '../../../harness/place.js';
import type { ScannedList } from '../../../harness/report.js';
import type {
  ScanProgress,
  UnderTest,
  VersionScan,
  WholeLists,
} from '../../../harness/whole-lists.js';
import { tablesWithin } from '../../../specification/tables-within.js';
import type { Version } from '../../../specification/versions.js';
import { idOf, readerOf } from '../first-rows.js';
import { countsOf, type FieldCounts } from '../seen-fields.js';
import {
  LISTED_PATCH,
  type Origin,
  type ReturnedObject,
  returnedObjects,
} from './returned-object.js';
import { isLeftOut, type Samples, samplesOf, scannedSources } from './samples.js';
import { pagesOf } from './scanned-pages.js';
import { type ObjectCheck, Tally } from './tally.js';

/** What the scan of whole lists came to in one version. */
export interface Scan extends VersionScan {
  version: Version;
  lists: ScannedList[];
  /** What each requirement on single objects found, by its check; the samples are included. */
  tallies: Map<ObjectCheck, Tally>;
  /** Those that apply to the objects of a table, by the name of the table. */
  talliesByTable: Map<string, Tally[]>;
  counts: FieldCounts;
}

/**
 * The scan of the version under test, made once; undefined in a run that checks only the first items. Every item
 * of the lists to which a requirement under test applies is checked like a sample. Keeps counts, ids and first
 * examples, so that memory does not grow with the lists.
 */
export async function scanOf(context: CheckContext): Promise<Scan | undefined> {
  const { wholeLists, api } = context;
  return wholeLists?.once(api.version, () => scanned(wholeLists, context));
}

async function scanned(wholeLists: WholeLists, context: CheckContext): Promise<Scan> {
  const { version } = context.api;
  const checks = wholeLists.requirements(version).flatMap(objectChecksOf);
  const samples = await samplesOf(context);
  const scan: Scan = {
    version,
    lists: [],
    tallies: new Map(checks.map((each) => [each, new Tally(each, version)])),
    talliesByTable: new Map(),
    counts: countsOf(samples.objects),
  };
  for (const object of [...samples.objects, ...samples.hidden]) addObject(object, scan);
  const reads = scannedSources(version)
    .filter((origin) => !isLeftOut(origin, context.api))
    .filter((origin) => checks.some((each) => appliesTo(each, origin)))
    .map((origin) => scanList(origin, context, { wholeLists, samples, scan }));
  const ends = await Promise.allSettled(reads);
  const reasons = ends.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  const fault = reasons.find((reason) => !(reason instanceof Stopped));
  if (fault !== undefined) throw fault;
  // What was scanned by then is reported.
  if (reasons[0] instanceof Stopped) scan.cut = reasons[0].why;
  for (const list of scan.lists) {
    if (!list.complete && scan.cut !== undefined) list.why ??= scan.cut;
  }
  return scan;
}

interface Work {
  wholeLists: WholeLists;
  samples: Samples;
  scan: Scan;
}

async function scanList(origin: Origin, context: CheckContext, work: Work): Promise<void> {
  const { wholeLists, samples, scan } = work;
  const { path } = origin;
  const { sample = Number.POSITIVE_INFINITY } = wholeLists;
  const api = readerOf(path, context.api.unnoted());
  const state: ScannedList = { path, version: api.version, objects: 0, pages: 0, complete: false };
  scan.lists.push(state);
  const sampled = samples.listed.get(path);
  for await (const { rows, keep } of pagesOf({ api, path, sample: wholeLists.sample, state })) {
    for (const row of rows.slice(0, sample - state.objects)) {
      state.objects += 1;
      // The samples were checked already.
      if (!sampled?.has(idOf(row)) && addItem(origin, row, scan)) keep();
    }
    wholeLists.onProgress(progressOf(scan));
  }
}

/** Checks one item; returns whether something about it is kept as an example. */
function addItem(origin: Origin, row: Seen, scan: Scan): boolean {
  let isKept = false;
  for (const object of returnedObjects(scan.version, origin, row)) {
    scan.counts.add(object);
    isKept = addObject(object, scan) || isKept;
  }
  return isKept;
}

function addObject(object: ReturnedObject, { tallies, talliesByTable }: Scan): boolean {
  const { table } = object;
  const own =
    talliesByTable.get(table.name) ?? [...tallies.values()].filter((each) => each.appliesTo(table));
  talliesByTable.set(table.name, own);
  return own.map((tally) => tally.add(object)).some((examples) => examples.length > 0);
}

function progressOf({ version, lists }: Scan): ScanProgress {
  const sum = (of: (list: ScannedList) => number) => lists.reduce((all, list) => all + of(list), 0);
  return {
    version,
    objects: sum(({ objects }) => objects),
    pagesRead: sum(({ pages }) => pages),
    pages: sum(({ pages, ofPages = pages }) => ofPages),
  };
}

/** The check of a requirement on single objects; no other one needs a scan. */
function objectChecksOf(requirement: UnderTest & { objects?: ObjectCheck }): ObjectCheck[] {
  return requirement.objects === undefined ? [] : [requirement.objects];
}

/** Whether a check applies to the items of a list or to objects embedded in them. */
function appliesTo(check: ObjectCheck, { resource, form, path }: Origin): boolean {
  const own = path === 'patches/' ? [LISTED_PATCH] : tablesWithin(`${resource}.${form}`);
  return own.some((table) => check.appliesTo(table));
}
