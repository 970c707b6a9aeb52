import type { BaselineProblem, Result } from '../../harness/report.js';
import { VERDICTS, type Verdict } from '../../harness/verdict.js';

/** What stands for a result: its verdict, or that the baseline expects it. */
export type Sign = Verdict | 'expected';

/** Every sign, in the order in which they are explained. */
export const SIGNS: readonly Sign[] = VERDICTS.flatMap((verdict): Sign[] =>
  verdict === 'fail' ? [verdict, 'expected'] : [verdict],
);

/** The sign of a result. */
export function signOf({ verdict, expected }: Result): Sign {
  return expected === undefined ? verdict : 'expected';
}

/** What stands for what is wrong with a baseline. */
export const PROBLEM_SIGNS: Record<BaselineProblem['kind'], Sign> = {
  'unexpected-failure': 'fail',
  'unexpected-inconclusive': 'inconclusive',
  'no-longer-so': 'pass',
  'unknown-requirement': 'warn',
  'not-judged-in-version': 'not-applicable',
  expired: 'warn',
};
