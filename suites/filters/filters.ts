import type { CheckContext } from '../../harness/check-context.js';
import { unlike } from '../../harness/expect.js';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import {
  FILTER_FORMS,
  FILTERED_LISTS,
  type SettledForm,
} from '../../specification/filter-forms.js';
import { ALL } from '../../specification/versions.js';
import { canonical, withoutEmails } from '../consistency/comparison.js';
import { idOf, rowsOf } from '../lists/list.js';
import { departures } from '../lists/prediction.js';
import { ask } from '../lists/query.js';
import { inTurn } from '../lists/rotation.js';
import { confirmed } from '../lists/unchanged.js';
import { type Alone, askedAlone, everyAlone, isByDay, isOfRows, queryFor } from './alone.js';
import { dateFilters } from './dates.js';
import { otherValues } from './other-values.js';
import { repeatedFilters } from './repeated.js';

const SPEC = 'Endpoint table';

/** So many rows of each answer are compared with what the list shows of them. */
const FEW = 3;

/** Filters: every row satisfies them, and no row that satisfies them is missing. */
export const filters: Chapter = {
  name: 'filters',
  requirements: [
    ...FILTER_FORMS.map(filterRequirement),
    ...dateFilters,
    ...otherValues,
    ...repeatedFilters,
    requirement({
      id: 'filter.signed-in',
      says: 'Somebody who signs in is shown what the filters select, as anybody is',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      needs: ['signed-in'],
      consequence: 'A client that signs in gets what it did not ask for.',
      async check(context) {
        const asked = await asSomebody(context);
        if (asked.length === 0)
          inconclusive('no filter of the list in its turn selects as it should');
        for (const { known, query, answer } of asked) {
          const wrong = departures(query, known, answer).filter(isOfRows);
          context.expect.none(await confirmed(known, wrong));
        }
      },
    }),
    requirement({
      id: 'filter.same-rows',
      says: 'A filter chooses objects and does not change what is shown of them',
      spec: 'Common list query parameters',
      level: 'should',
      versions: ALL,
      consequence:
        'A client that filters a list shows other things than one that reads it as it is.',
      async check(context) {
        const shown = (row: { value: unknown }) => canonical(withoutEmails(row.value));
        const asked = [...(await everyAlone(context)), ...(await asSomebody(context))];
        const pairs = asked.flatMap(({ known, answer }) => {
          const plain = new Map(known.front.map((row) => [idOf(row), row]));
          return rowsOf(answer)
            .slice(0, FEW)
            .flatMap((row) => {
              const same = plain.get(idOf(row));
              return same === undefined ? [] : [{ known, row, same }];
            });
        });
        if (pairs.length === 0) inconclusive('no row was met with a filter and without one');
        const differing = pairs.filter(({ row, same }) => shown(row) !== shown(same));
        const still = await Promise.all(
          differing.map(async ({ known, row, same }) => {
            const again = await known.api.list(known.path, { per_page: known.front.length });
            if (!again.some((each) => shown(each) === shown(same))) return [];
            return [
              unlike(row, `id ${idOf(row)} of ${known.path}, asked for with a filter`, shown(same)),
            ];
          }),
        );
        context.expect.none(still.flat());
      },
    }),
  ],
};

/** A filter of the list in its turn, as somebody who signs in; of bundles one that is theirs anyway. */
function asSomebody(context: CheckContext) {
  const { api, instance } = context;
  return instance.once(`filters as somebody in ${api.version}`, async () => {
    if (api.signedIn().role === 'anonymous') return [];
    const holding = (await everyAlone(context)).filter(
      ({ holds, given: { filter } }) =>
        holds && (filter.list !== 'bundles' || filter.filter.forOwners),
    );
    const lists = [...FILTERED_LISTS.filter((list) => list !== 'bundles'), 'bundles'].filter(
      (list) => ofList(holding, list).length > 0,
    );
    const alone = inTurn(ofList(holding, inTurn(lists, context)), context);
    if (alone === undefined) return [];
    const query = queryFor([alone.given], alone.known);
    return [{ ...alone, query, answer: await ask(alone.known, query, api.signedIn()) }];
  });
}

function ofList(all: readonly Alone[], list: string | undefined): Alone[] {
  return all.filter(({ given }) => given.filter.list === list);
}

function filterRequirement(filter: SettledForm): Requirement {
  const { list, name, versions, only } = filter;
  const { parameter, forOwners } = filter.filter;
  return requirement({
    id: `filter.${list}.${name}`,
    says: `In the list of ${list} \`${only === undefined ? parameter : `${parameter}=${only}`}\` selects ${filter.says}`,
    spec: SPEC,
    level: 'must',
    versions,
    needs: forOwners ? ['user'] : [],
    consequence: `A client that asks for some of the ${list} gets others, or not all of them.`,
    async check(context) {
      const alone = await askedAlone(filter, context);
      context.api.note(alone.answer);
      if (!(await isByDay(alone, context))) context.expect.none(alone.departures);
    },
  });
}
