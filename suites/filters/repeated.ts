import type { Where } from '../../harness/check-context.js';
import { requirement } from '../../harness/requirement.js';
import { FILTER_FORMS, type SettledForm } from '../../specification/filter-forms.js';
import { REPEATABLE_SINCE, UNITED } from '../../specification/filters.js';
import { since } from '../../specification/versions.js';
import { rowsOf } from '../lists/list.js';
import { rotated } from '../lists/rotation.js';
import { type Given, ownValue, selectedBy } from '../lists/selection.js';
import { type Alone, askedOtherwise, expectHeld, type Filtered, isSameParameter } from './alone.js';

const VERSIONS = since(REPEATABLE_SINCE);

/** Each parameter by its first form; of times, which every filter of the kind takes alike, `since` only. */
const PARAMETERS = FILTER_FORMS.filter((form, index) => {
  const first = FILTER_FORMS.findIndex((each) => isSameParameter(each, form));
  return first === index && form.name !== 'before';
});

/** What filters select that are given twice. */
export const repeatedFilter = requirement({
  id: 'filter.repeated',
  says: 'Since 1.1 filters may be repeated, each of them: `project`, `owner` and `submitter` select both values',
  spec: 'Common list query parameters',
  level: 'must',
  versions: VERSIONS,
  consequence: 'A client that asks for two values at once gets one of them, or an error.',
  async check(context) {
    const asked = await askedTwice(context);
    await expectHeld(context, asked, ({ matter }, each) => matter === 'status' || isUnited(each));
  },
});

/** Those parameters that have their turn in this version, each with two values. */
export function askedTwice(where: Where): Promise<Filtered[]> {
  const { api, instance } = where;
  return instance.once(`filters given twice in ${api.version}`, () => {
    const turn = rotated(PARAMETERS, where, ({ versions }) =>
      versions.filter((version) => VERSIONS.includes(version)),
    );
    return askedOtherwise(turn, where, twoValues);
  });
}

/** The value that holds and one of a row that it keeps out, in the last form that the parameter takes. */
function twoValues({ known, given: first, refusedZulu }: Alone): Given[] {
  const isTaken = ({ versions }: SettledForm) => versions.includes(known.api.version);
  const filter =
    FILTER_FORMS.findLast((form) => isTaken(form) && isSameParameter(form, first.filter)) ??
    first.filter;
  const left = known.rows.filter((row) => selectedBy(first, row) === false);
  const [own] = left.flatMap((row) => ownValue(filter, row) ?? []);
  if (own === undefined) return [];
  return [first, { filter, value: refusedZulu === undefined ? own : own.replace('Z', '') }];
}

/** Whether both values must be selected. */
export function isUnited({ query }: Filtered): boolean {
  return query.given.some(({ filter }) => UNITED.includes(filter.filter.parameter));
}

/** What is shown of two values, where that is not said. */
export function meaningOf({ query, answer, departures }: Filtered): string {
  const rows = rowsOf(answer);
  if (answer.status !== 200) return `answers ${answer.status}`;
  if (departures.length === 0) return 'both';
  if (rows.length === 0) return 'nothing';
  const [isFirst, isLast] = query.given.map((each) =>
    rows.every((row) => selectedBy(each, row) !== false),
  );
  if (isFirst) return isLast ? 'what satisfies both' : 'the first';
  return isLast ? 'the last' : 'something else';
}
