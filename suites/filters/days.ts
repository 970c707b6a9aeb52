import type { Answer } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import { timeOf } from '../conventions/timestamp.js';
import { idOf, type Known, rowsOf } from '../lists/list.js';
import type { Given } from '../lists/selection.js';

const A_DAY = 24 * 3_600_000;

/**
 * Whether an answer shows just the rows that it would show if the time asked for were cut to its day, the
 * day of `before` left out or left in.
 */
export function goesByDay(
  { filter, value }: Given,
  known: Known,
  answer: Answer,
  size: number,
): boolean {
  const rows = rowsOf(answer);
  const shown = new Set(rows.map(idOf));
  const bound = timeOf(value);
  if (filter.value !== 'time' || bound === undefined) return false;
  const day = Math.floor(bound / A_DAY) * A_DAY;
  const isIn = (time: number, added: number) =>
    filter.selects === 'older' ? time < day + added : time >= day;
  // Of a page that is cut, what comes after its last row is not known.
  const end = known.front.findIndex((row) => idOf(row) === idOf(rows[rows.length - 1] ?? row));
  const seen = rows.length < size ? known.front : known.front.slice(0, end + 1);
  return [0, A_DAY].some((added) =>
    seen.every((row) => {
      const time = timeOf(at(row, 'date').value);
      return time !== undefined && isIn(time, added) === shown.has(idOf(row));
    }),
  );
}
