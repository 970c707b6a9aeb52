import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { FILTER_FORMS, type SettledForm } from '../../specification/filter-forms.js';
import { expectSelected, requestFilter } from '../support/lists/filtered.js';
import { dateFilters } from './dates.js';
import { listedByFilter } from './listed.js';
import { otherValues } from './other-values.js';
import { filteredPages } from './pages.js';
import { repeatedFilter } from './repeated.js';

const SPEC = 'Endpoint table';

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
    consequence: `A client that filters ${list} gets wrong items or misses some.`,
    async check(context) {
      expectSelected(context, [await requestFilter(filter, context)]);
    },
  });
}
