import type { Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { FILTER_FORMS, FILTERED_LISTS } from '../../specification/filter-forms.js';
import {
  FILTERS,
  type FilteredList,
  REPEATABLE_SINCE,
  UNITED,
} from '../../specification/filters.js';
import { since, type Version } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { type Known, rowsOf } from '../lists/list.js';
import { type Departure, departures } from '../lists/prediction.js';
import { ask } from '../lists/query.js';
import { rotated } from '../lists/rotation.js';
import { type Given, ownValue, selectedBy } from '../lists/selection.js';
import { confirmed } from '../lists/unchanged.js';
import { formsOf, held, isOfRows, queryFor } from './alone.js';

/** A parameter of a list: it is asked for twice in one version of a run. */
interface Parameter {
  list: FilteredList;
  parameter: string;
}

const PARAMETERS = FILTERED_LISTS.flatMap((list) =>
  // Of times, which every filter of the kind takes alike, `since` only.
  FILTERS[list]
    .filter(({ parameter }) => parameter !== 'before')
    .map(({ parameter }): Parameter => ({ list, parameter })),
);

const VERSIONS = since(REPEATABLE_SINCE);

const SPEC = 'Common list query parameters';

/** What filters select that are given twice. */
export const repeatedFilters = [
  requirement({
    id: 'filter.repeated',
    says: 'Since 1.1 filters may be repeated, each of them: `project`, `owner` and `submitter` select both values',
    spec: SPEC,
    level: 'must',
    versions: VERSIONS,
    consequence: 'A client that asks for two values at once gets one of them, or an error.',
    async check(context) {
      const missing = 'no list has rows enough to ask for two values of the filter in its turn';
      context.expect.each(await askedTwice(context), missing, ({ departing, isUnited }) => {
        context.expect.none(departing.filter(({ matter }) => isUnited || matter === 'status'));
      });
    },
  }),
  requirement({
    id: 'filter.repeated.others',
    says: 'What filters other than `project`, `owner` and `submitter` select that are given twice is not said',
    spec: SPEC,
    level: 'observe',
    versions: VERSIONS,
    consequence: 'A client that asks for two values at once gets both, one of them, or nothing.',
    async check(context) {
      const others = (await askedTwice(context)).filter(({ isUnited }) => !isUnited);
      if (others.length === 0)
        inconclusive('no other filter with its turn could be asked for twice');
      context.observe(Object.fromEntries(others.map((each) => [each.name, meaningOf(each)])));
    },
  }),
];

function versionsOf({ list, parameter }: Parameter): readonly Version[] {
  const forms = FILTER_FORMS.filter(
    (form) => form.list === list && form.filter.parameter === parameter,
  );
  return VERSIONS.filter((version) => forms.some(({ versions }) => versions.includes(version)));
}

/** A parameter that was given two values. */
export interface Twice {
  known: Known;
  name: string;
  isUnited: boolean;
  given: readonly Given[];
  answer: Answer;
  departing: readonly Departure[];
}

/** Those parameters that have their turn in this version. */
export function askedTwice(where: Where): Promise<Twice[]> {
  const { api, instance } = where;
  return instance.once(`filters given twice in ${api.version}`, async () => {
    const turn = rotated(PARAMETERS, where, versionsOf);
    return (await Promise.all(turn.map((each) => readable(() => twice(each, where))))).flat();
  });
}

/** One value in each form that the parameter takes, or two in its only one. */
async function twice({ list, parameter }: Parameter, where: Where): Promise<Twice[]> {
  const filter = FILTER_FORMS.find(
    (form) => form.list === list && form.filter.parameter === parameter,
  );
  if (filter === undefined) return [];
  if (filter.filter.forOwners && where.api.signedIn().role !== 'user') return [];
  const forms = formsOf(filter, where.api.version).map((form) =>
    readable(async () => [(await held(form, where)).given.filter]),
  );
  const [form, other = form] = (await Promise.all(forms)).flat();
  if (form === undefined || other === undefined) return [];
  const { known, given: first } = await held(form, where);
  const second = secondValue(first, other, known);
  if (second === undefined) return [];
  const given = [first, second];
  const query = queryFor(given, known);
  const answer = await ask(known, query);
  const isUnited = UNITED.includes(parameter);
  const all = departures(query, known, answer).filter(isOfRows);
  const departing = isUnited ? await confirmed(known, all) : all;
  return [{ known, name: `${list} by ${parameter}`, isUnited, given, answer, departing }];
}

/** A value in another form that selects a row which the first does not. */
function secondValue(first: Given, filter: Given['filter'], { rows }: Known): Given | undefined {
  const left = rows.filter((row) => selectedBy(first, row) === false);
  // A time in the form in which the first one was taken.
  const isNaive = filter.value === 'time' && !first.value.endsWith('Z');
  return left
    .map((row) => filter.only ?? ownValue(filter, row) ?? '')
    .map((value) => ({ filter, value: isNaive ? value.replace('Z', '') : value }))
    .find((each) => each.value !== '' && left.some((row) => selectedBy(each, row) === true));
}

function meaningOf({ given, answer, departing }: Twice): string {
  if (answer.status !== 200) return `answers ${answer.status}`;
  if (departing.length === 0) return 'both';
  const rows = rowsOf(answer);
  const isOf = (each: Given | undefined) =>
    each !== undefined && rows.every((row) => selectedBy(each, row) !== false);
  if (rows.length === 0) return 'nothing';
  if (isOf(given[0])) return isOf(given[1]) ? 'what satisfies both' : 'the first';
  return isOf(given[1]) ? 'the last' : 'something else';
}
