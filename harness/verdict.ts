/**
 * The verdicts on one requirement in one version. `pass`: it holds. `fail`: a MUST is violated.
 * `warn`: a SHOULD is violated. `inconclusive`: it could not be checked; the reason says what is
 * missing. `skipped`: by the user's choice (no credentials, `--only`, `--skip`, no
 * `--allow-writes`). `not-applicable`: the version does not have it, lacks a list that
 * it may lack, or is not offered. `observed`:
 * a value was recorded. `error`: a suite or network error.
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

/**
 * How binding a requirement is: a violated `must` fails, a violated `should` warns, `observe` only
 * records.
 */
export type Level = 'must' | 'should' | 'observe';

/** The verdict on a run. */
export type RunVerdict = 'conformant' | 'nonconformant' | 'incomplete';
