import { isObject } from '../../harness/place.js';
import { type Basis, NOT_EXAMINED, resting, type Told } from './basis.js';

const DATES = { since: ['since'], before: ['before'] };
const PROJECT = { project: ['project-id', 'project-name'] };
const SUBMITTER = { submitter: ['submitter-id', 'submitter-email'] };

/** The filters of each list by what a client calls them, with the forms in which a value may be given. */
const EXAMINED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  bundles: {
    ...PROJECT,
    owner: ['owner-id', 'owner-name'],
    public: ['public-true', 'public-false'],
  },
  covers: { ...PROJECT, ...SUBMITTER, ...DATES, series: ['series'], msgid: ['msgid'] },
  series: { ...PROJECT, ...SUBMITTER, ...DATES },
  events: {
    ...PROJECT,
    ...DATES,
    category: ['category'],
    series: ['series'],
    patch: ['patch'],
    cover: ['cover'],
  },
  checks: { ...DATES, user: ['user-id', 'user-name'], state: ['state'], context: ['context'] },
};

/** Filters that releases in use have, and of which the suite has no requirement. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  events: ['actor'],
  patches: ['project', 'series', 'submitter', 'delegate', 'since', 'before'],
};

/** Filters of patches whose effect is observed. */
const OBSERVED = ['state', 'archived', 'hash', 'msgid'];

/** Filters of which it is judged what giving them twice selects. */
const REPEATED = ['bundles.owner', 'covers.project', 'series.submitter'];

/** The lists that have filters. */
export const FILTERED: readonly string[] = [...Object.keys(EXAMINED), 'patches'];

/**
 * The filters of a list by the names that a client may call them: `submitter` in all the forms of its
 * value, `submitter-email` in one of them, `submitter.repeated` given more than once.
 */
export function filterBases(list: string): ReadonlyMap<string, readonly Basis[]> {
  const bases = new Map<string, readonly Basis[]>();
  for (const [name, forms] of Object.entries(EXAMINED[list] ?? {})) {
    bases.set(name, resting(...forms.map((form) => `filter.${list}.${form}`)));
    for (const form of forms) bases.set(form, resting(`filter.${list}.${form}`));
  }
  for (const name of KNOWN[list] ?? []) bases.set(name, NOT_EXAMINED);
  if (list === 'patches') for (const name of OBSERVED) bases.set(name, [observed(name)]);
  for (const name of [...bases.keys()]) {
    const judged = REPEATED.includes(`${list}.${name}`);
    bases.set(
      `${name}.repeated`,
      judged ? resting(`filter.${list}.${name}.repeated`) : NOT_EXAMINED,
    );
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
        return { state: 'holds', why: 'it selects; the specification does not show it' };
      }
      if (effect === '' || effect.startsWith('cannot be told')) {
        return { state: 'untold', why: effect || 'it was not tried' };
      }
      return { state: 'broken', why: `it ${effect}; the specification does not show it` };
    },
  };
}
