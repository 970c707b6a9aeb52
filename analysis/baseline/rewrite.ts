import { groupedBy } from '../../harness/grouped-by.js';
import type { Report, Result } from '../../harness/report.js';
import { type Entry, isExpired } from './entry.js';
import { isWrong, standingOf } from './hold.js';

/** A baseline made from a report, and the changes to the previous one, counted by results. */
export interface Rewritten {
  entries: Entry[];
  /** Inconclusive MUSTs, which the user may accept. */
  open: Entry[];
  /** New failures and warnings. */
  added: number;
  /** Entries that are still expected, or were not checked. */
  kept: number;
  /** Stale entries. */
  removed: number;
  /** Expired entries, which are preserved. */
  expired: number;
}

/**
 * Makes a baseline that expects exactly the failures in a report, with `--fail-on warn` the warnings as well, in the order
 * of the catalogue. Preserves
 * reason, link and expiry of the entries `before`, entries that were not checked, and accepted
 * inconclusive results; adds no inconclusive results.
 */
export function rewrite(report: Report, before: readonly Entry[]): Rewritten {
  const kept = before.flatMap((entry) => {
    const versions = entry.versions.filter(
      (version) => !isWrong(standingOf(report, entry, version)),
    );
    return versions.length === 0 ? [] : [{ ...entry, versions }];
  });
  const isKept = ({ requirement, version }: Result) =>
    kept.some((entry) => entry.requirement === requirement && entry.versions.includes(version));
  const fresh = report.results.filter((result) => !isKept(result));
  const ids = report.requirements.map(({ id }) => id);
  const placeOf = ({ requirement }: Entry) => ids.indexOf(requirement);
  const musts = report.requirements.filter(({ level }) => level === 'must').map(({ id }) => id);
  const binding = fresh.filter(({ requirement }) => musts.includes(requirement));
  const warned = report.options.failOn === 'warn' ? entriesFor(fresh, 'warn') : [];
  const added = [...entriesFor(fresh, 'fail'), ...warned];
  return {
    entries: [...kept, ...added].sort((a, b) => placeOf(a) - placeOf(b)),
    open: entriesFor(binding, 'inconclusive'),
    added: resultsOf(added),
    kept: resultsOf(kept),
    removed: resultsOf(before) - resultsOf(kept),
    expired: kept.filter((entry) => isExpired(entry, report.startedAt)).length,
  };
}

/** One entry for each requirement with a verdict. */
function entriesFor(results: readonly Result[], verdict: Entry['verdict']): Entry[] {
  const own = results.filter((result) => result.verdict === verdict);
  return groupedBy(own, ({ requirement }) => requirement).map((group) => {
    const versions = group.map(({ version }) => version);
    return { requirement: group[0].requirement, versions, verdict };
  });
}

function resultsOf(entries: readonly Entry[]): number {
  return entries.flatMap(({ versions }) => versions).length;
}
