import type { Verdict } from '../../harness/verdict.js';

/**
 * How a requirement may change from one run to the next.
 *
 * - `regression`: it passed, and is violated.
 * - `newly-failing`: it is violated, and was not checked before.
 * - `not-comparable`: it passes in one and is violated in the other, which looked deeper, or elsewhere: neither a
 *   regression nor a fix.
 * - `fixed`: it was violated, and passes.
 * - `no-longer-checked`: it was checked, and is not any more: neither a regression nor a fix.
 * - `newly-passing`: it passes, and was not checked before.
 */
export const CHANGE_KINDS = [
  'regression',
  'newly-failing',
  'not-comparable',
  'fixed',
  'no-longer-checked',
  'newly-passing',
] as const;

/** One of the kinds of change. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What a verdict says about the instance, if anything. */
type Outcome = 'passing' | 'violated' | 'unchecked';

const OUTCOMES: Record<Verdict, Outcome> = {
  pass: 'passing',
  fail: 'violated',
  warn: 'violated',
  inconclusive: 'unchecked',
  skipped: 'unchecked',
  'not-applicable': 'unchecked',
  observed: 'unchecked',
  // A suite or network error says nothing about the instance.
  error: 'unchecked',
};

const KINDS: Record<Outcome, Record<Outcome, ChangeKind | 'unchanged' | 'unchecked'>> = {
  passing: { passing: 'unchanged', violated: 'regression', unchecked: 'no-longer-checked' },
  violated: { passing: 'fixed', violated: 'unchanged', unchecked: 'no-longer-checked' },
  unchecked: { passing: 'newly-passing', violated: 'newly-failing', unchecked: 'unchecked' },
};

/**
 * The kind of change between two verdicts: `unchanged` if both mean the same, `unchecked` if neither was
 * checked. `warn` instead of `fail` is no change of the instance, since the suite sets the level.
 */
export function changeKind(from: Verdict, to: Verdict): ChangeKind | 'unchanged' | 'unchecked' {
  return KINDS[OUTCOMES[from]][OUTCOMES[to]];
}

/** Whether the verdict says that the requirement holds or is violated. */
export function isChecked(verdict: Verdict): boolean {
  return OUTCOMES[verdict] !== 'unchecked';
}

/** Whether the requirement is violated. */
export function isViolated(verdict: Verdict): boolean {
  return OUTCOMES[verdict] === 'violated';
}

/** Whether the requirement holds. */
export function isHeld(verdict: Verdict): boolean {
  return OUTCOMES[verdict] === 'passing';
}
