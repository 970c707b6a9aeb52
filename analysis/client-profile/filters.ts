import { FILTER_FORMS, FILTERED_LISTS } from '../../specification/filter-forms.js';
import { UNITED } from '../../specification/filters.js';
import { type Basis, NOT_EXAMINED, resting } from './basis.js';

/** The lists that have filters. */
export const FILTERED: readonly string[] = [...FILTERED_LISTS, 'patches'];

/**
 * The filters of a list by the names in client profiles: `submitter` in all forms of its value,
 * `submitter-email` in one form, `submitter.repeated` given more than once.
 */
export function filterBases(list: string): ReadonlyMap<string, readonly Basis[]> {
  if (list === 'patches') return OF_PATCHES;
  const bases = new Map<string, readonly Basis[]>();
  const forms = FILTER_FORMS.filter((form) => form.list === list);
  for (const { filter } of forms) {
    const own = forms.filter((form) => form.filter === filter);
    bases.set(filter.parameter, resting(...own.map(({ name }) => `filter.${list}.${name}`)));
  }
  for (const { name } of forms) {
    if (!bases.has(name)) bases.set(name, resting(`filter.${list}.${name}`));
  }
  if (list === 'checks') {
    for (const [name, own] of bases) bases.set(name, [...own, ...before13(name)]);
  }
  if (list === 'events') bases.set('actor', NOT_EXAMINED);
  for (const name of [...bases.keys()]) {
    const judged = forms.some(({ filter }) => filter.parameter === name) && UNITED.includes(name);
    bases.set(`${name}.repeated`, judged ? resting('filter.repeated') : NOT_EXAMINED);
  }
  return bases;
}

/** Before 1.3 the specification does not give the filters of checks. */
function before13(name: string): Basis[] {
  if (name === 'context') return resting('client.check.latest');
  return name.startsWith('user') ? resting('client.check.filter.user') : [];
}

/** The filters of patches, which the specification does not give; the client contracts cover them. */
const OF_PATCHES: ReadonlyMap<string, readonly Basis[]> = new Map(
  Object.entries({
    project: ['project', 'project-id'],
    'project-name': ['project'],
    'project-id': ['project-id'],
    state: ['state'],
    'state.repeated': ['state.repeated'],
    'state-number': ['state-number'],
    'state-number-of-kernel.org': ['state-number.kernel'],
    archived: ['archived'],
    submitter: ['submitter', 'submitter-email'],
    'submitter-id': ['submitter'],
    'submitter-email': ['submitter-email'],
    delegate: ['delegate', 'delegate-name'],
    'delegate-id': ['delegate'],
    'delegate-name': ['delegate-name'],
    hash: ['hash'],
    msgid: ['msgid'],
    series: ['series'],
    since: ['since'],
    before: ['before'],
  }).map(([name, ids]) => [name, resting(...ids.map((id) => `client.patch.filter.${id}`))]),
);
