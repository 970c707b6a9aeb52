import { unlike } from '../../harness/expect.js';
import type { Seen } from '../../harness/place.js';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { FILTER_FORMS, type SettledForm } from '../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { ALL } from '../../specification/versions.js';
import { canonical, withoutEmails } from '../consistency/comparison.js';
import { idOf, rowsOf } from '../lists/list.js';
import { askedAlone, everyAlone, expectHeld } from './alone.js';
import { dateFilters, severalWrong } from './dates.js';
import { otherValues } from './other-values.js';
import { repeatedFilter } from './repeated.js';

const SPEC = 'Endpoint table';

/** Filters: every row satisfies them, and no row that satisfies them is missing. */
export const filters: Chapter = {
  name: 'filters',
  requirements: [
    ...FILTER_FORMS.map(filterRequirement),
    ...dateFilters,
    ...otherValues,
    repeatedFilter,
    requirement({
      id: 'filter.same-rows',
      says: 'A filter chooses objects and does not change what is shown of them',
      spec: 'Common list query parameters',
      level: 'should',
      versions: ALL,
      consequence:
        'A client that filters a list shows other things than one that reads it as it is.',
      async check(context) {
        const shown = ({ value }: Seen) => canonical(withoutEmails(value));
        const met = (await everyAlone(context)).flatMap(({ known, answer }) =>
          rowsOf(answer).flatMap((row) => {
            const same = known.front.find((each) => idOf(each) === idOf(row));
            return same === undefined ? [] : [{ known, row, same }];
          }),
        );
        if (met.length === 0) inconclusive('no row was met with a filter and without one');
        const differing = met.filter(({ row, same }) => shown(row) !== shown(same));
        const wrong = differing.map(async ({ known, row, same }) => {
          const again = await known.api.list(known.path, { per_page: LARGEST_PAGE - 1 });
          // What has changed meanwhile is nobody's fault.
          if (!again.some((each) => shown(each) === shown(same))) return [];
          const what = `id ${idOf(row)} of ${known.path}, asked for with a filter`;
          return [unlike(row, what, shown(same))];
        });
        context.expect.none((await Promise.all(wrong)).flat());
      },
    }),
  ],
};

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
      if (filter.value === 'time' && (await severalWrong(context)).includes(alone)) {
        inconclusive('several filters by time select other rows than they should');
      }
      await expectHeld(context, [alone]);
    },
  });
}
