import type { FilteredList } from './filter-table.js';

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

/**
 * Which filters are asked for together. Where a request with several of them gives what it should,
 * and each of them matters to it, all of them hold and so does their AND; where not, each is asked
 * for alone. This halves the requests of a sound instance.
 */
export const COMBINATIONS: Readonly<Record<FilteredList, readonly Combination[]>> = {
  bundles: [
    { names: ['project-id', 'owner-name'], order: 'name' },
    { names: ['project-name', 'owner-id'], order: '-id' },
    { names: ['public-true'] },
    { names: ['public-false'] },
  ],
  covers: [
    { names: ['project-id', 'submitter-email'], order: 'name' },
    { names: ['project-name', 'submitter-id'], order: '-date' },
    { names: ['since', 'before'] },
    { names: ['series'] },
    { names: ['msgid'] },
  ],
  series: [
    { names: ['project-id', 'submitter-email'], order: '-date' },
    { names: ['project-name', 'submitter-id'], order: 'name' },
    { names: ['since', 'before'], signedIn: true, zone: true },
  ],
  events: [
    { names: ['project-id', 'since', 'before'] },
    { names: ['project-name', 'category'] },
    { names: ['series'] },
    { names: ['patch'] },
    { names: ['cover'] },
  ],
  checks: [
    { names: ['user-id', 'since', 'before'] },
    { names: ['user-name', 'state'] },
    { names: ['context'] },
  ],
};
