import type { Seen } from '../../harness/place.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { idOf, type Known, rowsOf } from './list.js';
import type { Departure } from './prediction.js';

/** Rows came or went between two requests: what does not add up then is nobody's fault. */
export const CHANGED = 'the list changed while it was read';

/** How a list differs from what it was when it was first read. */
export type Since = 'as it was' | 'changed' | 'in another order';

/** As many rows are looked at again: another answer than to the page that is looked at, if an instance keeps answers. */
const AGAIN = LARGEST_PAGE - 1;

/** The first rows of a list, asked for once more. */
export async function rowsAgain({ api, path }: Known): Promise<Seen[]> {
  return rowsOf(await api.get(path, { query: { per_page: AGAIN }, afresh: true }));
}

/** How the first rows of a list differ now from what they were. */
export async function lookAgain(known: Known): Promise<Since> {
  const { front } = known;
  const again = (await rowsAgain(known)).map(idOf);
  const before = front.slice(0, again.length).map(idOf);
  // A list that gives fewer because it ignores the size has not changed for that.
  const isFewer = again.length < Math.min(front.length, AGAIN);
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
  if ((await lookAgain(known)) !== 'as it was') inconclusive(CHANGED);
  return departures;
}
