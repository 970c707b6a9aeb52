import type { Report, Result } from '../../harness/report.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { type Entry, isExpired } from './entry.js';
import { standingOf } from './standing.js';

/** A baseline made of a report, and what became of the one before it. Numbers are of results. */
export interface Rewritten {
  entries: Entry[];
  /** What would have to be accepted as well: each MUST that could not be judged. */
  open: Entry[];
  /** Results that fail and stood in no entry before. */
  added: number;
  /** Results that were expected before and still are, or that the run did not judge. */
  kept: number;
  /** Results that are expected no longer: they came otherwise, or are not judged at all. */
  removed: number;
  /** Entries that were kept although their last day is over. */
  expired: number;
}

/**
 * Makes the baseline that expects exactly what fails in a report. Of the entries `before` it keeps
 * reason, link and expiry, and what the report does not judge; an inconclusive that was accepted
 * stays accepted, and none is accepted unasked. In the order of the catalogue.
 */
export function rewrite(report: Report, before: readonly Entry[]): Rewritten {
  const standing = new Set<string>();
  const isNew = (id: string, version: Version) => !standing.has(`${id} ${version}`);
  const kept: Entry[] = [];
  for (const entry of before) {
    const versions = versionsKept(report, entry).filter((each) => isNew(entry.requirement, each));
    for (const version of versions) standing.add(`${entry.requirement} ${version}`);
    if (versions.length > 0) kept.push({ ...entry, versions });
  }
  const fresh = report.results.filter(({ requirement, version }) => isNew(requirement, version));
  const added = entriesFor(report, fresh, 'fail');
  const musts = report.requirements.filter(({ level }) => level === 'must').map(({ id }) => id);
  const binding = fresh.filter(({ requirement }) => musts.includes(requirement));
  return {
    entries: sorted(report, [...kept, ...added]),
    open: entriesFor(report, binding, 'inconclusive'),
    added: resultsOf(added),
    kept: resultsOf(kept),
    removed: resultsOf(before) - resultsOf(kept),
    expired: kept.filter((entry) => isExpired(entry, report.startedAt)).length,
  };
}

/** An entry for each requirement that came to a verdict, in the order of the catalogue. */
function entriesFor(
  { requirements }: Report,
  results: readonly Result[],
  verdict: Entry['verdict'],
): Entry[] {
  return requirements.flatMap(({ id }) => {
    const versions = results
      .filter((result) => result.requirement === id && result.verdict === verdict)
      .map(({ version }) => version);
    return versions.length === 0 ? [] : [{ requirement: id, versions, verdict }];
  });
}

/** What is judged once moves with the version in which it is judged. */
function versionsKept(report: Report, entry: Entry): Version[] {
  const kept = entry.versions.flatMap((version) => {
    const standing = standingOf(report, entry, version);
    switch (standing.kind) {
      case 'so':
      case 'open':
        return [standing.result.version];
      case 'not-held':
        return [version];
      default:
        return [];
    }
  });
  return VERSIONS.filter((version) => kept.includes(version));
}

function resultsOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { versions }) => sum + versions.length, 0);
}

function sorted({ requirements }: Report, entries: Entry[]): Entry[] {
  const place = new Map(requirements.map(({ id }, index) => [id, index]));
  const placeOf = ({ requirement, versions: [first] }: Entry) =>
    (place.get(requirement) ?? 0) * VERSIONS.length +
    (first === undefined ? 0 : VERSIONS.indexOf(first));
  return entries.sort((a, b) => placeOf(a) - placeOf(b));
}
