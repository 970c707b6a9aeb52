import type { Expectation } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';

/** The verdicts that a baseline can expect: warnings never fail a run, and an error says nothing. */
export const EXPECTABLE = ['fail', 'inconclusive'] as const;

/** One entry of a baseline: a requirement, and the versions in which a verdict is expected of it. */
export interface Entry extends Expectation {
  requirement: string;
  versions: Version[];
  verdict: (typeof EXPECTABLE)[number];
  /** Where it stands in the file that it was read from. */
  line?: number;
}

/** A baseline as it was read. */
export interface Baseline {
  /** The file, as it was named. */
  file: string;
  entries: Entry[];
}

/** What an entry says of why it is there. */
export function expectationOf({ reason, link, expires }: Entry): Expectation {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(link === undefined ? {} : { link }),
    ...(expires === undefined ? {} : { expires }),
  };
}

/** Whether the last day of an entry is over at a moment (ISO 8601, UTC). */
export function isExpired({ expires }: Entry, moment: string): boolean {
  return expires !== undefined && expires < moment.slice(0, 'YYYY-MM-DD'.length);
}
