import type { Version } from '../specification/versions.js';

/** The comparison with a baseline. `verdict` is the verdict without one. */
export interface AgainstBaseline {
  /** The file, as given, or the name of a starter baseline. */
  file: string;
  /** Set for a starter baseline, whose stale entries are listed in `notSeen` only. */
  starter?: true;
  /** The requirements that a starter baseline expects to fail and that hold on this instance. */
  notSeen?: string[];
  /**
   * `as-expected`: the exit status is 0. `unexpected`: there is an unexpected failure, with `--fail-on warn` an
   * unexpected warning, or an entry is stale, has expired or is invalid. `incomplete`: neither, but a MUST could not be
   * checked, which is not expected, or the run is not whole.
   */
  outcome: 'as-expected' | 'unexpected' | 'incomplete';
  /** The causes of `unexpected` or `incomplete`. */
  problems: BaselineProblem[];
  /** How many expected results this run did not check, by reason. */
  notHeld?: { why: string; results: number }[];
}

/** A difference between the results and the baseline. */
export interface BaselineProblem {
  kind:
    | 'unexpected-failure'
    | 'unexpected-warning'
    | 'unexpected-inconclusive'
    | 'no-longer-so'
    | 'unknown-requirement'
    | 'not-judged-in-version'
    | 'expired';
  requirement: string;
  versions: Version[];
  /** A message for the user: what was expected, and what to do. */
  message: string;
  /** The line of the entry in the file, if an entry is stale or invalid. */
  line?: number;
}

/** Why a baseline expects a result, as written in the baseline. */
export interface Expectation {
  reason?: string;
  /** An absolute URL, such as that of a bug report. */
  link?: string;
  /** The last day on which it is expected, `YYYY-MM-DD`. */
  expires?: string;
}
