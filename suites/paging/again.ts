import type { Query } from '../../harness/api.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import type { PagedPath } from './lists.js';
import { pageOf, sameOrder, sameRows } from './page.js';

/** What became of a list since it was first read: asked only where something does not add up. */
export type Since = 'unchanged' | 'changed' | 'in another order';

/**
 * The first rows once more, by a size that was not asked for: somebody may have added or removed some. A
 * list that gives fewer because it does not heed the size has not changed for that.
 */
export async function lookAgain(
  { api, path }: PagedPath,
  known: readonly string[],
  asked: Query = {},
): Promise<Since> {
  const again = pageOf(await api.get(path, { query: { ...asked, per_page: LARGEST_PAGE - 1 } }));
  const before = known.slice(0, Math.max(again.keys.length, 1));
  const fewer = again.keys.length < Math.min(known.length, LARGEST_PAGE - 1);
  if (fewer || !sameRows(before, again.keys)) return 'changed';
  return sameOrder(before, again.keys) ? 'unchanged' : 'in another order';
}
