import type { Group } from '../requirement.js';

/**
 * Requirements apart from the others: the client contracts, requirements that were added after a frozen set,
 * and custom requirements, for example what a fork of the server guarantees.
 */
export interface Extension {
  /** The name in reports: of a module, its file name without extension. */
  suite: string;
  /** Set if it does not affect the exit status. */
  advisory?: true;
  /** The frozen set of `--requirements` after which these requirements were added. */
  addedAfter?: string;
  groups: readonly Group[];
}
