import type { BaselineProblem, Report } from '../../harness/report.js';
import { renderEntry } from '../baseline.js';

/** Problems with a baseline that have the same message. */
export type ProblemGroup = [BaselineProblem, ...BaselineProblem[]];

/** The problems with a baseline by message, in their order. */
export function problemGroups({ baseline }: Report): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const problem of baseline?.problems ?? []) {
    const key = `${problem.kind} ${problem.message}`;
    const group = groups.get(key);
    if (group) group.push(problem);
    else groups.set(key, [problem]);
  }
  return [...groups.values()];
}

/** The lines of YAML that would accept what fails unexpectedly, each entry with a blank reason. */
export function entriesToAccept({ baseline }: Report): string[][] {
  return (baseline?.problems ?? [])
    .filter(({ kind }) => kind === 'unexpected-failure')
    .map(({ requirement, versions }) =>
      renderEntry({ requirement, versions, verdict: 'fail' }, ['reason']).split('\n'),
    );
}
