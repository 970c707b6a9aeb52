import type { Query } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { ALL } from '../../specification/versions.js';
import { firstRows } from '../conventions/sources.js';
import { rowsOf } from '../lists/list.js';
import { inTurn } from '../lists/rotation.js';

/** SPEC.md gives neither the list of patches nor its filters: the usual filters are observed. */
export const usualFilters: Requirement = requirement({
  id: 'patch.filters',
  says: 'The filters of the list of patches are not specified: which of the usual ones select',
  spec: 'Endpoints',
  level: 'observe',
  versions: ALL,
  consequence: 'A client that filters patches relies on unspecified behaviour.',
  async check({ api, instance, observe }) {
    const rows = await firstRows(api, 'patches/');
    const [patch] = rows;
    const name = inTurn(USUAL_FILTERS, { api, instance });
    if (patch === undefined || name === undefined)
      return inconclusive('the list of patches is empty');
    const answer = await api.get('patches/', { query: filteredBy(patch, name) });
    observe({ [name]: effectOf(name, patch, rows, answer) });
  },
});

/** Filters of deployed releases that clients are likely to use; one per version. */
const USUAL_FILTERS = ['state', 'archived', 'hash', 'msgid'] as const;

function filteredBy(patch: Seen, name: string): Query {
  // Without angle brackets, as in the `msgid` filter of covers.
  const own = String(at(patch, name).value).replace(/^<(.*)>$/s, '$1');
  return { [name]: own, per_page: LARGEST_PAGE };
}

function isAlike(name: string, row: Seen, patch: Seen): boolean {
  return at(row, name).value === at(patch, name).value;
}

function effectOf(name: string, patch: Seen, known: readonly Seen[], answer: Answer): string {
  if (!Array.isArray(answer.json)) return `returns ${answer.status}`;
  const like = (row: Seen) => isAlike(name, row, patch);
  const found = rowsOf(answer);
  if (known.every(like)) return 'unknown: the first patches all have the same value';
  if (found.length === 0) return 'selects nothing';
  return found.every(like) ? 'selects' : 'is ignored';
}
