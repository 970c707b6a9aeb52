import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { idOf, type Known } from './list.js';
import type { Departure } from './prediction.js';

/** Rows came or went between two requests: what does not add up then is nobody's fault. */
export const CHANGED = 'the list changed while it was read';

/**
 * What departs, if the list has not changed since it was read; else inconclusive. Asks for it once more,
 * by a size that was not asked for, only where something departs.
 */
export async function confirmed(
  known: Known,
  departures: readonly Departure[],
): Promise<readonly Departure[]> {
  const isExplained = ({ matter }: Departure) => matter !== 'status' && matter !== 'order';
  if (!departures.some(isExplained)) return departures;
  const again = await known.api.list(known.path, { per_page: LARGEST_PAGE - 1 });
  const before = known.front.slice(0, again.length);
  const fewer = again.length < Math.min(known.front.length, LARGEST_PAGE - 1);
  const ids = (rows: typeof again) => JSON.stringify(rows.map(idOf));
  if (fewer || ids(again) !== ids([...before])) inconclusive(CHANGED);
  return departures;
}
