import { requirement } from '../../harness/requirement.js';
import { REPEATABLE_SINCE } from '../../specification/filters.js';
import { since } from '../../specification/versions.js';
import { expectSelected, requestedTwice } from '../support/lists/filtered.js';

/** Repeated filters. */
export const repeatedFilter = requirement({
  id: 'filter.repeated',
  says: 'Since 1.1 filters may be repeated: `project`, `owner` and `submitter` then select both values',
  spec: 'Common list query parameters',
  versions: since(REPEATABLE_SINCE),
  compares: 'list',
  consequence: 'A client that requests two values gets items of one of them, or an error.',
  async check(context) {
    expectSelected(context, await requestedTwice(context));
  },
});
