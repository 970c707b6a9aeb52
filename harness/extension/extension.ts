import type { Group } from '../requirement.js';

/**
 * Requirements apart from the others: the client contracts, requirements that were added after a frozen set,
 * and custom requirements, for example what a fork of the server guarantees.
 */
export interface Extension {
  /** The name in reports: of a module, its file name without extension. */
  suite: string;
  /**
   * The URL of a module of `--suite`, which the worker imports again, because functions cannot be
   * passed to it; undefined for those of the catalogue.
   */
  href?: string;
  /** Set if it does not affect the exit status. */
  advisory?: true;
  /** The frozen set of `--requirements` after which these requirements were added. */
  addedAfter?: string;
  groups: readonly Group[];
}
