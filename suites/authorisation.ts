import type { Chapter } from '../harness/requirement.js';
import { bundleReads } from './authorisation-bundles.js';
import { guardedReads } from './authorisation-guarded.js';
import { openReads } from './authorisation-open.js';
import { schemes } from './authorisation-schemes.js';

/** Who may read what: the two schemes of signing in, and what each caller is shown or refused. */
export const authorisation: Chapter = {
  name: 'authorisation',
  requirements: [...schemes, ...openReads, ...guardedReads, ...bundleReads],
};
