import type { Group } from '../requirement.js';

/**
 * Custom requirements, checked in addition to the specification: for example what a fork of the
 * server guarantees.
 */
export interface Extension {
  /** The name in reports: the file name without extension. */
  suite: string;
  /**
   * The URL of the module, which the worker imports again, because functions cannot be passed to
   * it.
   */
  href: string;
  groups: readonly Group[];
}
