import type { Chapter } from '../../harness/requirement.js';
import { anyWay } from './any-way.js';
import { bundleReads } from './bundles.js';
import { guardedReads } from './guarded.js';
import { openReads } from './open.js';
import { schemes } from './schemes.js';

/** Who may read what: the two schemes of signing in, and what each caller is shown or refused. */
export const authorisation: Chapter = {
  name: 'authorisation',
  requirements: [...schemes, ...openReads, ...guardedReads, ...bundleReads, ...anyWay],
};
