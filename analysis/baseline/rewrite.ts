import type { Report, Result } from '../../harness/report.js';
import { type Entry, isExpired } from './entry.js';
import { standingOf } from './standing.js';

/** A baseline made from a report, and the changes to the previous one, counted by results. */
export interface Rewritten {
  entries: Entry[];
  /** Inconclusive MUSTs, which the user may accept. */
  open: Entry[];
  /** New failures. */
  added: number;
  /** Entries that are still expected, or were not checked. */
  kept: number;
  /** Stale entries. */
  removed: number;
  /** Expired entries, which are preserved. */
  expired: number;
}

/**
 * Makes a baseline that expects exactly the failures in a report, in the order of the catalogue. Preserves
 * reason, link and expiry of the entries `before`, entries that were not checked, and accepted
 * inconclusive results; adds no inconclusive results.
 */
export function rewrite(report: Report, before: readonly Entry[]): Rewritten {
  const kept = before.flatMap((entry) => {
    const versions = entry.versions.filter(
      (version) => standingOf(report, entry, version).kind !== 'wrong',
    );
    return versions.length === 0 ? [] : [{ ...entry, versions }];
  });
  const fresh = report.results.filter(
    (result) =>
      !kept.some(
        ({ requirement, versions }) =>
          requirement === result.requirement && versions.includes(result.version),
      ),
  );
  const added = entriesFor(report, fresh, 'fail');
  const placeOf = ({ requirement }: Entry) =>
    report.requirements.findIndex(({ id }) => id === requirement);
  const musts = report.requirements.filter(({ level }) => level === 'must').map(({ id }) => id);
  const binding = fresh.filter(({ requirement }) => musts.includes(requirement));
  return {
    entries: [...kept, ...added].sort((a, b) => placeOf(a) - placeOf(b)),
    open: entriesFor(report, binding, 'inconclusive'),
    added: resultsOf(added),
    kept: resultsOf(kept),
    removed: resultsOf(before) - resultsOf(kept),
    expired: kept.filter((entry) => isExpired(entry, report.startedAt)).length,
  };
}

/** One entry for each requirement with a verdict, in the order of the catalogue. */
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

function resultsOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { versions }) => sum + versions.length, 0);
}
