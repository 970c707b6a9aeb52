import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { idOf, type Known } from './list.js';
import type { Departure } from './prediction.js';

/** Rows came or went between two requests: what does not add up then is nobody's fault. */
export const CHANGED = 'the list changed while it was read';

/** How a list differs from what it was when it was first read. */
export type Since = 'as it was' | 'changed' | 'in another order';

/** Asks for the first rows of a list once more, by a size that nobody asks for before: else it would be remembered. */
export async function lookAgain({ api, path, front }: Known, size: number): Promise<Since> {
  const again = (await api.list(path, { per_page: size })).map(idOf);
  const before = front.slice(0, again.length).map(idOf);
  // A list that gives fewer because it ignores the size has not changed for that.
  const isFewer = again.length < Math.min(front.length, size);
  const same = (one: unknown[], other: unknown[]) => JSON.stringify(one) === JSON.stringify(other);
  if (isFewer || !same([...again].sort(), [...before].sort())) return 'changed';
  return same(again, before) ? 'as it was' : 'in another order';
}

/** What departs, if the list has not changed since it was read; else inconclusive. Looks only where something departs. */
export async function confirmed(
  known: Known,
  departures: readonly Departure[],
): Promise<readonly Departure[]> {
  const isExplained = ({ matter }: Departure) => matter !== 'status' && matter !== 'order';
  if (!departures.some(isExplained)) return departures;
  if ((await lookAgain(known, LARGEST_PAGE - 1)) !== 'as it was') inconclusive(CHANGED);
  return departures;
}
