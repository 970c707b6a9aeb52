import type { Chapter } from '../../harness/requirement.js';
import { errorDetail } from './detail.js';
import { nestedReads } from './nested.js';
import { oddReads } from './odd.js';
import { unknownIds } from './unknown.js';
import { noErrorsOfReads } from './unreported.js';

/** What is answered where nothing is found: unknown ids, wrong parents, and beside the paths. */
export const errors: Chapter = {
  name: 'errors',
  requirements: [...unknownIds, errorDetail, ...nestedReads, ...oddReads, noErrorsOfReads],
};
