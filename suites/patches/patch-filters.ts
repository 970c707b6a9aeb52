import type { Api, Query } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { ALL } from '../../specification/versions.js';
import { firstRows } from '../conventions/sources.js';
import { rowsOf } from '../lists/list.js';

/** The list of patches is not shown, nor are its filters: which of the usual ones it has is observed. */
export const usualFilters: Requirement = requirement({
  id: 'patch.filters',
  says: 'The filters of the list of patches are not shown: which of the usual ones select',
  spec: 'Endpoints',
  level: 'observe',
  versions: ALL,
  once: true,
  consequence: 'A client that filters patches relies on these by experience only.',
  async check({ api, observe }) {
    const rows = await firstRows(api, 'patches/');
    const [patch] = rows;
    if (patch === undefined) return inconclusive('the instance has no patch');
    const together = await areHeededTogether(api, rows);
    const seen = await Promise.all(
      USUAL_FILTERS.map(async (name) => {
        if (together && TOGETHER.includes(name)) return [name, 'selects'];
        const answer = await api.get('patches/', { query: filteredBy(patch, [name]) });
        return [name, effectOf(name, patch, rows, answer)];
      }),
    );
    observe(Object.fromEntries(seen));
  },
});

/** Those that releases in use have had for long and that a client is likely to use. */
const USUAL_FILTERS = ['state', 'archived', 'hash', 'msgid'] as const;

/** Of these each selects what the other one does not. */
const TOGETHER: readonly string[] = ['state', 'archived'];

function filteredBy(patch: Seen, names: readonly string[]): Query {
  // Without its angle brackets, as the same filter of covers has it.
  const ownText = (name: string) => String(at(patch, name).value).replace(/^<(.*)>$/s, '$1');
  const asked = names.map((name) => [name, ownText(name)]);
  return { ...Object.fromEntries(asked), per_page: LARGEST_PAGE };
}

/**
 * Whether filters that are asked for together are all heeded: each keeps out some known patch that
 * the others let in. Where there is no patch to show it, or one is not heeded, each is asked for alone.
 */
async function areHeededTogether(api: Api, rows: readonly Seen[]): Promise<boolean> {
  const telling = rows.find((patch) =>
    TOGETHER.every((name) =>
      rows.some((row) => TOGETHER.every((each) => isAlike(each, row, patch) !== (each === name))),
    ),
  );
  if (telling === undefined) return false;
  const answer = await api.get('patches/', { query: filteredBy(telling, TOGETHER) });
  const found = rowsOf(answer);
  return (
    found.length > 0 && found.every((row) => TOGETHER.every((name) => isAlike(name, row, telling)))
  );
}

function isAlike(name: string, row: Seen, patch: Seen): boolean {
  return at(row, name).value === at(patch, name).value;
}

function effectOf(name: string, patch: Seen, known: readonly Seen[], answer: Answer): string {
  if (!Array.isArray(answer.json)) return `answers ${answer.status}`;
  const like = (row: Seen) => isAlike(name, row, patch);
  const found = rowsOf(answer);
  if (known.every(like)) return 'cannot be told: all of the first patches have the same';
  if (found.length === 0) return 'finds nothing';
  return found.every(like) ? 'selects' : 'is ignored';
}
