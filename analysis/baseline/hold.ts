import type { AgainstBaseline, BaselineProblem } from '../../harness/against-baseline.js';
import type { Report, Result } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import type { Baseline, Entry } from './entry.js';
import { type Fault, type Standing, standingOf } from './standing.js';

/** An entry in one of its versions, with the result of the run and what is wrong with the entry. */
interface Held {
  entry: Entry;
  standing: Standing;
  problems: BaselineProblem[];
}

/**
 * Compares the results of a run with a baseline. In the returned report expected results are marked, and
 * the outcome is set; verdict and counts are unchanged. Entries expire by the start day of the run, in UTC.
 * Stale entries of a starter baseline are no problem.
 */
export function holdAgainst(report: Report, { file, starter, entries }: Baseline): Report {
  const held = entries.flatMap((entry) => heldOf(report, entry));
  const covered = new Map(
    held.flatMap(({ entry, standing }) =>
      standing.kind === 'so' ? [[standing.result, { entry, fault: standing.fault }]] : [],
    ),
  );
  const unexpected = unexpectedResults(report, (result) => covered.has(result));
  const isFailure = ({ kind }: BaselineProblem) => kind === 'unexpected-failure';
  const problems = merged([
    ...unexpected.filter(isFailure),
    ...(starter ? [] : held.flatMap((each) => each.problems)),
    // Unchecked requirements of an interrupted run are not unexpected.
    ...unexpected.filter((each) => !isFailure(each) && !report.interrupted),
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
      if (by === undefined || by.fault !== undefined) return result;
      const { reason, link, expires } = by.entry;
      return { ...result, expected: { reason, link, expires } };
    }),
  };
}

function heldOf(report: Report, entry: Entry): Held[] {
  const { requirement, line } = entry;
  return entry.versions.map((version) => {
    const standing = standingOf(report, entry, version);
    const { fault } = standing;
    const problems =
      fault === undefined ? [] : [{ ...fault, requirement, versions: [version], line }];
    return { entry, standing, problems };
  });
}

/** Failures and unchecked MUSTs that no entry covers. */
function unexpectedResults(
  { requirements, results }: Report,
  isCovered: (result: Result) => boolean,
): BaselineProblem[] {
  const musts = new Set(requirements.filter(({ level }) => level === 'must').map(({ id }) => id));
  return results.flatMap((result) => {
    const { requirement, version, verdict } = result;
    const fault = UNEXPECTED[verdict];
    if (fault === undefined || !musts.has(requirement) || isCovered(result)) return [];
    return [{ ...fault, requirement, versions: [version] }];
  });
}

const UNEXPECTED: Partial<Record<Verdict, Fault>> = {
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
};

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
  const unseen = entries.filter((entry) => {
    const own = held.filter((each) => each.entry === entry).map(({ standing }) => standing);
    const isStale = own.some(({ fault }) => fault?.kind === 'no-longer-so');
    return isStale && !own.some(({ kind }) => kind === 'so' || kind === 'open');
  });
  return unseen.map(({ requirement }) => requirement);
}

function countNotHeld(held: readonly Held[]): { why: string; results: number }[] {
  const counts = new Map<string, number>();
  for (const { standing } of held) {
    if (standing.kind === 'not-held') counts.set(standing.why, (counts.get(standing.why) ?? 0) + 1);
  }
  return [...counts].map(([why, results]) => ({ why, results }));
}
