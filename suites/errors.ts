import type { Chapter } from '../harness/requirement.js';
import { errorDetail } from './errors-detail.js';
import { nestedReads } from './errors-nested.js';
import { oddReads } from './errors-odd.js';
import { unknownIds } from './errors-unknown.js';
import { noErrorsOfReads } from './errors-unreported.js';

/** What is answered where nothing is found: unknown ids, wrong parents, and beside the paths. */
export const errors: Chapter = {
  name: 'errors',
  requirements: [...unknownIds, errorDetail, ...nestedReads, ...oddReads, noErrorsOfReads],
};
