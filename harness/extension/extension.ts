import type { Chapter } from '../requirement.js';

/**
 * Requirements of somebody else, judged beside those of the specification: what a fork of the server
 * promises and SPEC.md knows nothing of.
 */
export interface Extension {
  /** What it is called in reports: the name of its file, without the extension. */
  suite: string;
  /** The URL of its module, which the worker imports once more: no function reaches it otherwise. */
  href: string;
  chapters: readonly Chapter[];
}
