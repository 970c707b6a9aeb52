import type { Exchange } from '../harness/report.js';

/** What a renderer is given besides what it renders. */
export interface Rendering {
  /** How the user starts this program, for the commands to run next; see `INSTALLED_PROGRAM`. */
  program?: string;
  /** All exchanges of the run, if they were kept; see `wantsEveryExchange`. */
  exchanges?: readonly Exchange[];
}
