import { renderEntry } from '../../analysis/baseline/entry-text.js';
import type { BaselineProblem, Report } from '../../harness/report.js';
import { groupedBy } from './grouped-by.js';

/** Problems with a baseline that have the same message. */
export type ProblemGroup = [BaselineProblem, ...BaselineProblem[]];

/** The problems with a baseline by message, in their order. */
export function problemGroups({ baseline }: Report): ProblemGroup[] {
  return groupedBy(baseline?.problems ?? [], ({ kind, message }) => [kind, message]);
}

/**
 * The lines of YAML that would accept what fails unexpectedly, each entry with a blank reason. Empty for a
 * starter baseline, which is not the user's to edit.
 */
export function entriesToAccept({ baseline }: Report): string[][] {
  if (baseline?.starter) return [];
  return (baseline?.problems ?? [])
    .filter(({ kind }) => kind === 'unexpected-failure')
    .map(({ requirement, versions }) =>
      renderEntry({ requirement, versions, verdict: 'fail' }, ['reason']).split('\n'),
    );
}
