import type { Verdict } from '../../harness/verdict.js';

/**
 * What may become of a requirement from one run to the next.
 *
 * - `regression`: it held, and is violated.
 * - `newly-violated`: it is violated, and was not judged before.
 * - `mended`: it was violated, and holds.
 * - `no-longer-judged`: it was judged, and is not any more, so that nobody knows: neither a regression nor mended.
 * - `newly-held`: it holds, and was not judged before.
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

/** What a verdict says of the instance, and whether it says anything at all. */
type Standing = 'held' | 'violated' | 'not-judged';

const STANDINGS: Record<Verdict, Standing> = {
  pass: 'held',
  fail: 'violated',
  warn: 'violated',
  inconclusive: 'not-judged',
  skipped: 'not-judged',
  'not-applicable': 'not-judged',
  observed: 'not-judged',
  // "the suite's own fault, or the network's; never held against the instance"
  error: 'not-judged',
};

const KINDS: Record<Standing, Record<Standing, ChangeKind | 'unchanged' | 'not-judged'>> = {
  held: { held: 'unchanged', violated: 'regression', 'not-judged': 'no-longer-judged' },
  violated: { held: 'mended', violated: 'unchanged', 'not-judged': 'no-longer-judged' },
  'not-judged': { held: 'newly-held', violated: 'newly-violated', 'not-judged': 'not-judged' },
};

/**
 * What two verdicts on one requirement make together: a kind of change, `unchanged` where both say
 * the same of the instance, `not-judged` where neither says anything. A `warn` for a `fail` is no
 * change of the instance: the level is the suite's.
 */
export function changeKind(from: Verdict, to: Verdict): ChangeKind | 'unchanged' | 'not-judged' {
  return KINDS[STANDINGS[from]][STANDINGS[to]];
}

/** Whether a verdict says that the requirement is violated. */
export function isViolated(verdict: Verdict): boolean {
  return STANDINGS[verdict] === 'violated';
}

/** Whether a verdict says that the requirement holds. */
export function isHeld(verdict: Verdict): boolean {
  return STANDINGS[verdict] === 'held';
}
