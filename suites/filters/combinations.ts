import type { FilteredList } from '../../specification/filters.js';

/**
 * How filters are asked for. Whether the right rows are there does not depend on it, so that each
 * part is judged by a requirement of its own.
 */
export interface Manner {
  /** In an order; judged by the chapter on order. */
  order?: string;
  /** By somebody who signs in, although nobody has to. */
  signedIn?: true;
  /** With times of another zone than UTC. */
  zone?: true;
}

/** Filters that are asked for in one request, and how. */
export interface Combination extends Manner {
  names: readonly string[];
}

/** As many filters as one request can bear, and what else is judged by it. */
export interface LargeCombination extends Combination {
  /**
   * Together with a search for a word, judged by the chapter on searches: always, or where no page of
   * what is found tells about it, because the list is too long to be known.
   */
  searched?: 'always' | 'in long lists';
}

/** Combinations by the list; a list may have none. */
type ByList<T> = Readonly<Partial<Record<FilteredList, readonly T[]>>>;

/**
 * Which filters are asked for first, as many as can matter together: the two forms of one parameter
 * by repeating it, where filters may be repeated. Where such a request gives what it should, all of
 * it holds; where not, the combinations below are asked for. Where the rows hold no such values, the
 * next one may.
 */
export const LARGE_COMBINATIONS: ByList<LargeCombination> = {
  bundles: [
    { names: ['project-name', 'owner-id', 'owner-name', 'public-true'], order: 'name' },
    { names: ['project-name', 'owner-name', 'public-true'], order: 'name' },
    { names: ['owner-id', 'owner-name'], order: 'name' },
    { names: ['project-id', 'public-false'] },
  ],
  covers: [
    { names: ['project-id', 'submitter-id', 'submitter-email'], order: '-name' },
    { names: ['project-name', 'since', 'before'], order: '-date', searched: 'in long lists' },
    { names: ['submitter-id', 'submitter-email', 'since', 'before'], order: '-date' },
  ],
  series: [
    { names: ['project-id', 'submitter-id', 'submitter-email'], order: 'name' },
    {
      names: ['project-name', 'since', 'before'],
      order: '-date',
      signedIn: true,
      zone: true,
      searched: 'in long lists',
    },
    {
      names: ['submitter-id', 'submitter-email', 'since', 'before'],
      order: '-date',
      signedIn: true,
      zone: true,
    },
  ],
  events: [{ names: ['project-id', 'since', 'before'], order: 'date', searched: 'always' }],
  checks: [
    { names: ['user-name', 'state'] },
    { names: ['user-name', 'context'] },
    { names: ['state', 'context'] },
  ],
};

/**
 * Which filters are asked for together. Where a request with several of them gives what it should,
 * and each of them matters to it, all of them hold and so does their AND; where not, each is asked
 * for alone. So is each filter that stands in none of these.
 */
export const COMBINATIONS: ByList<Combination> = {
  bundles: [
    { names: ['project-id', 'owner-name'], order: 'name' },
    { names: ['project-name', 'owner-id'], order: '-id' },
  ],
  covers: [
    { names: ['project-id', 'submitter-email'], order: 'name' },
    { names: ['project-name', 'submitter-id'], order: '-date' },
    { names: ['since', 'before'] },
  ],
  series: [
    { names: ['project-id', 'submitter-email'], order: '-date' },
    { names: ['project-name', 'submitter-id'], order: 'name' },
    { names: ['since', 'before'], signedIn: true, zone: true },
  ],
  events: [{ names: ['project-id', 'since', 'before'] }, { names: ['category', 'project-name'] }],
  checks: [
    { names: ['user-id', 'since', 'before'], order: '-id' },
    { names: ['user-name', 'state'] },
  ],
};

/** Whether some combination of a list has the filter, so that it is not always asked for alone. */
export function isCombined({ list, name }: { list: FilteredList; name: string }): boolean {
  const all = [...(LARGE_COMBINATIONS[list] ?? []), ...(COMBINATIONS[list] ?? [])];
  return all.some(({ names }) => names.includes(name));
}
