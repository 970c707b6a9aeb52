import type { Where } from '../../harness/check-context.js';
import { requirement } from '../../harness/requirement.js';
import { REPEATABLE_SINCE, UNITED } from '../../specification/filters.js';
import { since } from '../../specification/versions.js';
import { type Given, ownValue, selectedBy } from '../lists/selection.js';
import { type Alone, expectHeld, type Filtered, ONE_OF_EACH, requestWithValues } from './alone.js';

/** One form of each parameter of which both values are selected. */
const UNITING = ONE_OF_EACH.filter(({ filter }) => UNITED.includes(filter.parameter));

/** Repeated filters. */
export const repeatedFilter = requirement({
  id: 'filter.repeated',
  says: 'Since 1.1 filters may be repeated: `project`, `owner` and `submitter` then select both values',
  spec: 'Common list query parameters',
  level: 'must',
  versions: since(REPEATABLE_SINCE),
  compares: 'list',
  consequence: 'A client that requests two values gets items of one of them, or an error.',
  async check(context) {
    expectHeld(context, await requestedTwice(context));
  },
});

/** Those parameters, each with two values. */
export async function requestedTwice(where: Where): Promise<Filtered[]> {
  const isTaken = since(REPEATABLE_SINCE).includes(where.api.version);
  return isTaken ? requestWithValues(UNITING, where, twoValues) : [];
}

/** The value that works alone, and a value of an item that it excludes. */
function twoValues({ known, given: first }: Alone): Given[] {
  const left = known.rows.filter((row) => selectedBy(first, row) === false);
  const [value] = left.flatMap((row) => ownValue(first.filter, row) ?? []);
  return value === undefined ? [] : [first, { ...first, value }];
}
