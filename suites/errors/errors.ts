import type { Group } from '../../harness/requirement.js';
import { errorDetail } from './detail.js';
import { nestedReads } from './nested.js';
import { oddReads } from './odd.js';
import { unknownIds } from './unknown.js';
import { noErrorsOfReads, noErrorsOfWrites } from './unreported.js';

/** Error responses: unknown ids, wrong parents, and undocumented paths. */
export const errors: Group = {
  name: 'errors',
  requirements: [
    ...unknownIds,
    errorDetail,
    ...nestedReads,
    ...oddReads,
    noErrorsOfReads,
    noErrorsOfWrites,
  ],
};
