import type { AgainstBaseline, BaselineProblem } from '../../harness/against-baseline.js';
import type { Report, Result } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import type { Version } from '../../specification/versions.js';
import type { Baseline, Entry } from './entry.js';
import { type Fault, type Standing, standingOf } from './standing.js';

/** An entry in one of its versions, with the result of the run. */
interface Held {
  entry: Entry;
  version: Version;
  standing: Standing;
}

/**
 * Compares the results of a run with a baseline. In the returned report expected results are marked, and
 * the outcome is set; verdict and counts are unchanged. Entries expire by the start day of the run, in UTC.
 * Stale entries of a starter baseline are no problem.
 */
export function holdAgainst(report: Report, { file, starter, entries }: Baseline): Report {
  const held = entries.flatMap((entry) =>
    entry.versions.map((version): Held => {
      return { entry, version, standing: standingOf(report, entry, version) };
    }),
  );
  const covered = new Map(
    held.flatMap((each) => (each.standing.kind === 'so' ? [[each.standing.result, each]] : [])),
  );
  const uncovered = report.results.filter((result) => !covered.has(result));
  const problems = merged([
    ...unexpected(report, uncovered, ['fail']),
    ...(starter ? [] : held.flatMap(problemOf)),
    // Unchecked requirements of an interrupted run are not unexpected.
    ...(report.interrupted ? [] : unexpected(report, uncovered, ['inconclusive', 'error'])),
  ]);
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
      if (by === undefined || by.standing.fault !== undefined) return result;
      const { reason, link, expires } = by.entry;
      return { ...result, expected: { reason, link, expires } };
    }),
  };
}

function problemOf({ entry: { requirement, line }, version, standing }: Held): BaselineProblem[] {
  const { fault } = standing;
  return fault === undefined ? [] : [{ ...fault, requirement, versions: [version], line }];
}

/** Results of MUSTs with these verdicts, which no entry covers. */
function unexpected(
  { requirements }: Report,
  uncovered: readonly Result[],
  verdicts: readonly (keyof typeof UNEXPECTED)[],
): BaselineProblem[] {
  const musts = new Set(requirements.filter(({ level }) => level === 'must').map(({ id }) => id));
  return uncovered.flatMap(({ requirement, version, verdict }) => {
    const own = musts.has(requirement) ? verdicts.find((each) => each === verdict) : undefined;
    return own === undefined ? [] : [{ ...UNEXPECTED[own], requirement, versions: [version] }];
  });
}

const UNEXPECTED = {
  fail: { kind: 'unexpected-failure', message: 'fails unexpectedly: fix it, or add an entry' },
  inconclusive: {
    kind: 'unexpected-inconclusive',
    message:
      'is inconclusive unexpectedly: provide the missing data, or add an entry that accepts it',
  },
  error: {
    kind: 'unexpected-inconclusive',
    message: 'ended in an error, which no entry can accept: run it again',
  },
} as const satisfies Partial<Record<Verdict, Fault>>;

/** Each problem once, with its versions. */
function merged(problems: readonly BaselineProblem[]): BaselineProblem[] {
  const found = new Map<string, BaselineProblem>();
  for (const problem of problems) {
    const key = JSON.stringify({ ...problem, versions: [] });
    const known = found.get(key);
    if (known === undefined) found.set(key, problem);
    else known.versions.push(...problem.versions);
  }
  return [...found.values()];
}

function outcomeOf(
  { interrupted }: Report,
  problems: readonly BaselineProblem[],
): AgainstBaseline['outcome'] {
  if (problems.some(({ kind }) => kind !== 'unexpected-inconclusive')) return 'unexpected';
  return problems.length > 0 || interrupted ? 'incomplete' : 'as-expected';
}

/** The requirements of entries that were checked and have the expected verdict in none of their versions. */
function entriesNotSeen(entries: readonly Entry[], held: readonly Held[]): string[] {
  return entries.flatMap((entry) => {
    const own = held.filter((each) => each.entry === entry).map(({ standing }) => standing);
    const isStale = own.some(({ fault }) => fault?.kind === 'no-longer-so');
    const isSeen = own.some(({ kind }) => kind === 'so' || kind === 'open');
    return isStale && !isSeen ? [entry.requirement] : [];
  });
}

function countNotHeld(held: readonly Held[]): { why: string; results: number }[] {
  const counts = new Map<string, number>();
  for (const { standing } of held) {
    if (standing.kind === 'not-held') counts.set(standing.why, (counts.get(standing.why) ?? 0) + 1);
  }
  return [...counts].map(([why, results]) => ({ why, results }));
}
