import type { Where } from '../../harness/check-context.js';
import { requirement } from '../../harness/requirement.js';
import { REPEATABLE_SINCE, UNITED } from '../../specification/filters.js';
import { since } from '../../specification/versions.js';
import { rotated } from '../lists/rotation.js';
import { type Given, ownValue, selectedBy } from '../lists/selection.js';
import { type Alone, expectHeld, type Filtered, ONE_OF_EACH, requestWithValues } from './alone.js';

const VERSIONS = since(REPEATABLE_SINCE);

/** Repeated filters. */
export const repeatedFilter = requirement({
  id: 'filter.repeated',
  says: 'Since 1.1 filters may be repeated: `project`, `owner` and `submitter` then select both values',
  spec: 'Common list query parameters',
  level: 'must',
  versions: VERSIONS,
  compares: true,
  consequence: 'A client that requests two values gets items of one of them, or an error.',
  async check(context) {
    const asked = await requestedTwice(context);
    expectHeld(context, asked, ({ matter }, each) => matter === 'status' || isUnited(each));
  },
});

/** The parameters that are due in this version, each with two values. */
export function requestedTwice(where: Where): Promise<Filtered[]> {
  const { api, instance } = where;
  return instance.once(`filters given twice in ${api.version}`, () => {
    const turn = rotated(ONE_OF_EACH, where, ({ versions }) =>
      versions.filter((version) => VERSIONS.includes(version)),
    );
    return requestWithValues(turn, where, twoValues);
  });
}

/** The value that works alone, and a value of an item that it excludes. */
function twoValues({ known, given: first }: Alone): Given[] {
  const left = known.rows.filter((row) => selectedBy(first, row) === false);
  const [value] = left.flatMap((row) => ownValue(first.filter, row) ?? []);
  return value === undefined ? [] : [first, { ...first, value }];
}

/** Whether both values must be selected. */
export function isUnited({ query }: Filtered): boolean {
  return query.given.some(({ filter }) => UNITED.includes(filter.filter.parameter));
}
