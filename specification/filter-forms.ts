import { COLLECTION_OF, type CollectionName, ENDPOINTS } from './endpoints.js';
import { FILTERS, type Filter, type FilteredList, type FilterForm } from './filters.js';
import { latest, since, type Version } from './versions.js';

/** A filter in one of the forms of its value, with its versions settled. */
export interface SettledForm extends Omit<FilterForm, 'name' | 'since'> {
  readonly list: CollectionName;
  readonly filter: Filter;
  /** The name of the filter and of the form: `submitter-email`. */
  readonly name: string;
  /** The value, where the form has but one: `true`. */
  readonly only?: string;
  readonly versions: readonly Version[];
}

/** The lists that have filters, in the order of the table. */
export const FILTERED_LISTS = Object.keys(FILTERS) as readonly FilteredList[];

function settled(list: FilteredList, filter: Filter): SettledForm[] {
  return filter.forms.map(({ name, since: added, ...form }) => {
    const first = latest(sinceOf(list), filter.since ?? '1.0', added ?? '1.0');
    return {
      ...form,
      list,
      filter,
      name: name === undefined ? filter.parameter : `${filter.parameter}-${name}`,
      only: form.value === 'flag' && name !== undefined ? name : undefined,
      versions: since(first),
    };
  });
}

function sinceOf(list: FilteredList): Version {
  const endpoint = ENDPOINTS.find(
    ({ isList, resource }) => isList && COLLECTION_OF[resource] === list,
  );
  return endpoint?.since ?? '1.0';
}

/** Every filter of every list, in each of its forms. */
export const FILTER_FORMS: readonly SettledForm[] = FILTERED_LISTS.flatMap((list) =>
  FILTERS[list].flatMap((filter) => settled(list, filter)),
);

/** The filter of a list with the name of its form. Throws a RangeError if there is none. */
export function filterForm(list: FilteredList, name: string): SettledForm {
  const found = FILTER_FORMS.find((form) => form.list === list && form.name === name);
  if (found === undefined) throw new RangeError(`docs/api.md has no filter ${name} of ${list}`);
  return found;
}
