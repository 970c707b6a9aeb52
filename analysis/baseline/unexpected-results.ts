import type { BaselineProblem, Report, Result } from '../../harness/report.js';

type Kind = 'unexpected-failure' | 'unexpected-inconclusive';

/**
 * Lists unexpected results: failures and unchecked MUSTs that no entry covers. Equal results of a
 * requirement are one problem, with its versions.
 */
export function unexpectedResults(
  report: Report,
  uncovered: readonly Result[],
  kind: Kind,
): BaselineProblem[] {
  const musts = new Set(
    report.requirements.filter(({ level }) => level === 'must').map(({ id }) => id),
  );
  const problems = new Map<string, BaselineProblem>();
  for (const { requirement, version, verdict } of uncovered) {
    const unexpected = MESSAGES[kind][verdict];
    if (unexpected === undefined || !musts.has(requirement)) continue;
    const key = `${requirement} ${verdict}`;
    const problem = problems.get(key) ?? { kind, requirement, versions: [], message: unexpected };
    problem.versions.push(version);
    problems.set(key, problem);
  }
  return [...problems.values()];
}

const MESSAGES: Record<Kind, Partial<Record<Result['verdict'], string>>> = {
  'unexpected-failure': {
    fail: 'fails unexpectedly: fix it, or add an entry',
  },
  'unexpected-inconclusive': {
    inconclusive:
      'is inconclusive unexpectedly: provide the missing data, or add an entry that accepts it',
    error: 'ended in an error, which no entry can accept: run it again',
  },
};
