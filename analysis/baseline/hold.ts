import type { AgainstBaseline, BaselineProblem, Report } from '../../harness/report.js';
import { type Baseline, expectationOf, isExpired } from './entry.js';
import { entriesNotSeen, type Held, problemsOfEntries } from './problems-of-entries.js';
import { standingOf } from './standing.js';
import { unexpectedResults } from './unexpected-results.js';

/**
 * Compares the results of a run with a baseline. In the returned report expected results are marked, and
 * the outcome is set; verdict and counts are unchanged. Entries expire by the start day of the run, in UTC.
 * Stale entries of a starter baseline are no problem.
 */
export function holdAgainst(report: Report, { file, starter, entries }: Baseline): Report {
  const held = entries.flatMap((entry) =>
    entry.versions.map((version): Held => {
      const expired = isExpired(entry, report.startedAt);
      return { entry, version, expired, standing: standingOf(report, entry, version) };
    }),
  );
  const covered = new Map(
    held.flatMap((each) =>
      each.standing.kind === 'so' ? [[each.standing.result, each] as const] : [],
    ),
  );
  const uncovered = report.results.filter((result) => !covered.has(result));
  const problems = [
    ...unexpectedResults(report, uncovered, 'unexpected-failure'),
    ...(starter ? [] : problemsOfEntries(held)),
    // Unchecked requirements of an interrupted run are not unexpected.
    ...(report.interrupted ? [] : unexpectedResults(report, uncovered, 'unexpected-inconclusive')),
  ];
  const notHeld = countNotHeld(held);
  return {
    ...report,
    baseline: {
      file,
      outcome: outcomeOf(report, problems),
      problems,
      ...(starter ? { starter, notSeen: entriesNotSeen(entries, held) } : {}),
      notHeld: notHeld.length === 0 ? undefined : notHeld,
    },
    results: report.results.map((result) => {
      const by = covered.get(result);
      return by === undefined || by.expired
        ? result
        : { ...result, expected: expectationOf(by.entry) };
    }),
  };
}

function outcomeOf(
  { interrupted }: Report,
  problems: readonly BaselineProblem[],
): AgainstBaseline['outcome'] {
  if (problems.some(({ kind }) => kind !== 'unexpected-inconclusive')) return 'unexpected';
  return problems.length > 0 || interrupted ? 'incomplete' : 'as-expected';
}

function countNotHeld(held: readonly Held[]): { why: string; results: number }[] {
  const reasons = held.flatMap(({ standing }) =>
    standing.kind === 'not-held' ? [standing.why] : [],
  );
  return [...new Set(reasons)].map((why) => ({
    why,
    results: reasons.filter((reason) => reason === why).length,
  }));
}
