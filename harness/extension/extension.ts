import type { Group } from '../requirement.js';

/**
 * Requirements beside the specification: the client contracts, and custom requirements, for example
 * what a fork of the server guarantees.
 */
export interface Extension {
  /** The name in reports: of a module, its file name without extension. */
  suite: string;
  /**
   * The URL of a module of `--suite`, which the worker imports again, because functions cannot be
   * passed to it; undefined for the client contracts.
   */
  href?: string;
  /** Set if it does not affect the exit status. */
  advisory?: true;
  groups: readonly Group[];
}
