import type { Expectation } from '../../harness/against-baseline.js';
import type { Version } from '../../specification/versions.js';

/** The verdicts that a baseline can expect. Warnings never fail a run, and errors are not results. */
export const EXPECTABLE = ['fail', 'inconclusive'] as const;

/** One entry of a baseline: a requirement, and the versions in which a verdict is expected. */
export interface Entry extends Expectation {
  requirement: string;
  versions: Version[];
  verdict: (typeof EXPECTABLE)[number];
  /** Its line in the file. */
  line?: number;
}

/** A baseline. */
export interface Baseline {
  /** The file name as given, or the name of a starter baseline. */
  file: string;
  /** Set for a starter baseline: the known failures of a release, of which an instance may have fewer. */
  starter?: true;
  entries: Entry[];
}

/** Whether an entry has expired at a time (ISO 8601, UTC). */
export function isExpired({ expires }: Entry, moment: string): boolean {
  return expires !== undefined && expires < moment.slice(0, 'YYYY-MM-DD'.length);
}
