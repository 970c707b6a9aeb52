import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { timeOf } from '../conventions/timestamp.js';
import { isTime } from './asking.js';
import { type Chosen, selected } from './choice.js';
import { rowsOf } from './judging.js';
import type { Filter } from './table.js';

const A_DAY = 24 * 3_600_000;

/** The same filter, if it takes a time, with values that are the beginnings of days. */
export function cutToTheDay(filter: Filter): Filter {
  if (!isTime({ filter })) return filter;
  const ownValue: Filter['ownValue'] = (row) => filter.ownValue(row)?.replace(/T.*$/, 'T00:00:00Z');
  return { ...filter, ownValue };
}

/**
 * Whether an answer shows just the rows that it would show if the times asked for were cut to the
 * day, the day of `before` left out or left in. An answer without rows shows nothing of that kind.
 */
export function goesByDay(
  answer: Answer,
  chosen: readonly Chosen[],
  known: readonly Seen[],
): boolean {
  const shown = new Set(rowsOf(answer).map((row) => at(row, 'id').value));
  if (!chosen.some(isTime) || shown.size === 0) return false;
  const isShown = (row: Seen) => shown.has(at(row, 'id').value);
  return [0, A_DAY].some((added) =>
    known.every((row) => chosen.every((each) => isIn(row, each, added)) === isShown(row)),
  );
}

function isIn(row: Seen, each: Chosen, added: number): boolean {
  if (!isTime(each)) return selected(each, row) === true;
  const [time, bound] = [timeOf(at(row, 'date').value), timeOf(each.value)];
  if (time === undefined || bound === undefined) return false;
  const day = Math.floor(bound / A_DAY) * A_DAY;
  return each.filter.parameter === 'since' ? time >= day : time < day + added;
}
