/**
 * What may be said of one requirement in one version.
 *
 * - `pass`: it holds.
 * - `fail`: a MUST is violated.
 * - `warn`: a SHOULD is violated.
 * - `inconclusive`: wanted, but it could not be judged; the reason says what is missing.
 * - `skipped`: the user's choice (no credentials for the role, `--only`, `--skip`, no `--allow-writes`).
 * - `not-applicable`: the version does not have it, or the instance does not offer the version.
 * - `observed`: nothing to judge; the value seen is recorded.
 * - `error`: the suite's own fault, or the transport's.
 */
export const VERDICTS = [
  'pass',
  'fail',
  'warn',
  'inconclusive',
  'skipped',
  'not-applicable',
  'observed',
  'error',
] as const;

/** One of the eight verdicts. */
export type Verdict = (typeof VERDICTS)[number];

/** How binding a requirement is: a violated `must` fails, a violated `should` warns, `observe` judges nothing. */
export type Level = 'must' | 'should' | 'observe';

/** The verdict on the run as a whole. */
export type RunVerdict = 'conformant' | 'nonconformant' | 'incomplete';

/**
 * The verdict on a run: nonconformant if anything failed, else incomplete if a MUST could not be
 * judged, else conformant.
 */
export function runVerdict(results: Iterable<{ verdict: Verdict; level: Level }>): RunVerdict {
  let incomplete = false;
  for (const { verdict, level } of results) {
    if (verdict === 'fail') return 'nonconformant';
    if (level === 'must' && (verdict === 'inconclusive' || verdict === 'error')) incomplete = true;
  }
  return incomplete ? 'incomplete' : 'conformant';
}
