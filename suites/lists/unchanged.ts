import type { Seen } from '../../harness/place.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { idOf, type Known, rowsOf } from './list.js';
import type { ListMismatch } from './prediction.js';

/** Items were added or removed between two requests, so a mismatch proves nothing. */
export const CHANGED = 'the list changed while it was read (run again)';

/** How a list differs from its first read. */
export type Since = 'unchanged' | 'changed' | 'reordered';

/**
 * How many items are read again: another `per_page` than in the first read, in case responses are
 * cached.
 */
const AGAIN = LARGEST_PAGE - 1;

/** Reads the first items of a list again. */
export async function rowsAgain({ api, path }: Known): Promise<Seen[]> {
  return rowsOf(await api.get(path, { query: { per_page: AGAIN }, afresh: true }));
}

/** How the first items of a list differ from the first read. */
export async function lookAgain(known: Known): Promise<Since> {
  const { front } = known;
  const again = (await rowsAgain(known)).map(idOf);
  const before = front.slice(0, again.length).map(idOf);
  // A list that returns fewer items because it ignores `per_page` has not changed.
  const isFewer = again.length < Math.min(front.length, AGAIN);
  const same = (one: unknown[], other: unknown[]) => JSON.stringify(one) === JSON.stringify(other);
  if (isFewer || !same([...again].sort(), [...before].sort())) return 'changed';
  return same(again, before) ? 'unchanged' : 'reordered';
}

/**
 * Returns the mismatches if the list has not changed since it was read; otherwise inconclusive.
 * Sends a request only if there are mismatches.
 */
export async function confirmed(
  known: Known,
  listMismatches: readonly ListMismatch[],
): Promise<readonly ListMismatch[]> {
  const isExplained = ({ matter }: ListMismatch) => matter !== 'status' && matter !== 'order';
  if (!listMismatches.some(isExplained)) return listMismatches;
  if ((await lookAgain(known)) !== 'unchanged') inconclusive(CHANGED);
  return listMismatches;
}
