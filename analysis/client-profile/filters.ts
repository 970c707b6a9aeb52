import { isObject } from '../../harness/place.js';
import { FILTER_FORMS, FILTERED_LISTS } from '../../specification/filter-forms.js';
import { UNITED } from '../../specification/filters.js';
import { type Basis, NOT_EXAMINED, resting, type Told } from './basis.js';

/** Filters of deployed releases that no requirement covers. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  events: ['actor'],
  patches: ['project', 'series', 'submitter', 'delegate', 'since', 'before'],
};

/** Filters of patches whose effect is observed. */
const OBSERVED = ['state', 'archived', 'hash', 'msgid'];

/** The lists that have filters. */
export const FILTERED: readonly string[] = [...FILTERED_LISTS, 'patches'];

/**
 * The filters of a list by the names in client profiles: `submitter` in all forms of its value,
 * `submitter-email` in one form, `submitter.repeated` given more than once.
 */
export function filterBases(list: string): ReadonlyMap<string, readonly Basis[]> {
  const bases = new Map<string, readonly Basis[]>();
  const forms = FILTER_FORMS.filter((form) => form.list === list);
  for (const { filter } of forms) {
    const own = forms.filter((form) => form.filter === filter);
    bases.set(filter.parameter, resting(...own.map(({ name }) => `filter.${list}.${name}`)));
  }
  for (const { name } of forms) {
    if (!bases.has(name)) bases.set(name, resting(`filter.${list}.${name}`));
  }
  for (const name of KNOWN[list] ?? []) if (!bases.has(name)) bases.set(name, NOT_EXAMINED);
  if (list === 'patches') for (const name of OBSERVED) bases.set(name, [observed(name)]);
  for (const name of [...bases.keys()]) {
    const judged = forms.some(({ filter }) => filter.parameter === name) && UNITED.includes(name);
    // Each list is tested in one version of a run; the result is used for all.
    bases.set(`${name}.repeated`, judged ? resting('filter.repeated') : NOT_EXAMINED);
  }
  return bases;
}

function observed(filter: string): Basis {
  return {
    by: 'observation',
    requirement: 'patch.filters',
    tell: (value): Told => {
      const effect = isObject(value) && Object.hasOwn(value, filter) ? String(value[filter]) : '';
      if (effect === 'selects') {
        return { state: 'holds', why: 'it selects, but is not specified' };
      }
      if (effect === '' || effect.startsWith('unknown')) {
        return { state: 'undetermined', why: effect || 'not tested' };
      }
      return { state: 'broken', why: `it ${effect}; not specified` };
    },
  };
}
