import type { Verdict } from '../../harness/verdict.js';

/**
 * The kinds of change of a requirement between two runs.
 *
 * - `regression`: held before, violated now.
 * - `newly-violated`: violated now, not checked before.
 * - `mended`: fixed: violated before, holds now.
 * - `no-longer-judged`: checked before, not checked now.
 * - `newly-held`: holds now, not checked before.
 */
export const CHANGE_KINDS = [
  'regression',
  'newly-violated',
  'mended',
  'no-longer-judged',
  'newly-held',
] as const;

/** One of the kinds of change. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Whether a verdict means that a requirement holds, is violated, or was not checked. */
type Standing = 'held' | 'violated' | 'not-judged';

const STANDINGS: Record<Verdict, Standing> = {
  pass: 'held',
  fail: 'violated',
  warn: 'violated',
  inconclusive: 'not-judged',
  skipped: 'not-judged',
  'not-applicable': 'not-judged',
  observed: 'not-judged',
  // A suite or network error; not a failure of the instance.
  error: 'not-judged',
};

const KINDS: Record<Standing, Record<Standing, ChangeKind | 'unchanged' | 'not-judged'>> = {
  held: { held: 'unchanged', violated: 'regression', 'not-judged': 'no-longer-judged' },
  violated: { held: 'mended', violated: 'unchanged', 'not-judged': 'no-longer-judged' },
  'not-judged': { held: 'newly-held', violated: 'newly-violated', 'not-judged': 'not-judged' },
};

/**
 * The kind of change between two verdicts: `unchanged` if both mean the same, `not-judged` if neither was
 * checked. `warn` instead of `fail` is no change of the instance, since the suite sets the level.
 */
export function changeKind(from: Verdict, to: Verdict): ChangeKind | 'unchanged' | 'not-judged' {
  return KINDS[STANDINGS[from]][STANDINGS[to]];
}

/** Whether the requirement is violated. */
export function isViolated(verdict: Verdict): boolean {
  return STANDINGS[verdict] === 'violated';
}

/** Whether the requirement holds. */
export function isHeld(verdict: Verdict): boolean {
  return STANDINGS[verdict] === 'held';
}
