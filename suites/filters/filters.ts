import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { FILTER_FORMS, type SettledForm } from '../../specification/filter-forms.js';
import { REPEATABLE_SINCE } from '../../specification/filters.js';
import { since } from '../../specification/versions.js';
import { expectSelected, requestedTwice, requestFilter } from '../support/lists/filtered.js';
import { dateFilters } from './dates.js';
import { listedByFilter } from './listed.js';
import { otherValues } from './other-values.js';
import { filteredPages } from './pages.js';

const SPEC = 'Endpoint table';

/** Repeated filters. */
const repeatedFilter = requirement({
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

/** Filters: every returned item matches, and no matching item is missing. */
export const filters: Group = {
  name: 'filters',
  requirements: [
    ...FILTER_FORMS.map(filterRequirement),
    ...dateFilters,
    ...otherValues,
    repeatedFilter,
    filteredPages,
    listedByFilter,
  ],
};

function filterRequirement(filter: SettledForm): Requirement {
  const { list, name, versions, only } = filter;
  const { parameter, forOwners } = filter.filter;
  return requirement({
    id: `filter.${list}.${name}`,
    says: `In the list of ${list}, \`${only === undefined ? parameter : `${parameter}=${only}`}\` selects ${filter.says}`,
    spec: SPEC,
    versions,
    needs: forOwners ? ['user'] : [],
    compares: 'list',
    consequence: `A client that selects ${list} by \`${parameter}\` displays others as well, or hides some that match.`,
    async check(context) {
      expectSelected(context, [await requestFilter(filter, context)]);
    },
  });
}
