import type { Group } from '../../harness/requirement.js';
import { anyWay } from './any-way.js';
import { bundleReads } from './bundles.js';
import { guardedReads } from './guarded.js';
import { openReads } from './open.js';
import { schemes } from './schemes.js';

/** Authentication schemes and access rights: what each role can read and what is refused. */
export const authorisation: Group = {
  name: 'authorisation',
  requirements: [...schemes, ...openReads, ...guardedReads, ...bundleReads, ...anyWay],
};
