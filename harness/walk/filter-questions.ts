import { beginningOf, type Cell, type FilterState, type ValueRows } from './filter-state.js';
import type { WalkedFilter } from './judging.js';

/** A value that a filter is asked for with, and the rows that were met which it must show. */
export interface Question {
  /** Absent where it was not kept. */
  value?: string;
  count: number;
  /** These rows by cells, at least one. */
  cells: Record<string, Cell>;
}

/** So many of the values whose first row stands farthest behind are asked for. */
const FARTHEST = 2;

/** What a filter is asked for with: at most three values. `few` rows are read as a whole without more ado. */
export function questionsOf(filter: WalkedFilter, state: FilterState, few: number): Question[] {
  return filter.by === 'time' ? byTime(filter.selectsOlder, state, few) : byValue(state.values);
}

/** The values that stand farthest behind, which a usual run does not know, and one that many rows have. */
function byValue(values: readonly ValueRows[]): Question[] {
  const byPlace = [...values].sort((a, b) => b.first - a.first || a.key - b.key);
  const rest = byPlace.slice(FARTHEST).sort((a, b) => b.count - a.count || a.key - b.key);
  return [...byPlace.slice(0, FARTHEST), ...rest.slice(0, 1)].map(({ value, count, cells }) => ({
    ...(value === undefined ? {} : { value }),
    count,
    cells,
  }));
}

/** A moment in the middle of the rows, and one that selects not too many of them. */
function byTime(selectsOlder: boolean, state: FilterState, few: number): Question[] {
  const spans = Object.keys(state.cells)
    .map(Number)
    .sort((a, b) => a - b);
  const [, ...later] = spans;
  const questions = later
    .filter((span) => state.edges[span] === undefined)
    .map((span): Question => {
      const selected = spans.filter((each) => each < span === selectsOlder);
      const cells = selected.flatMap((each) => {
        const cell = state.cells[each];
        return cell === undefined ? [] : [[String(each), cell] as const];
      });
      const count = cells.reduce((sum, [, [rows]]) => sum + rows, 0);
      const time = new Date(beginningOf(span, state)).toISOString().replace('.000', '');
      return { value: time, count, cells: Object.fromEntries(cells) };
    });
  const half = (state.rows - state.open) / 2;
  const nearest = (to: number) =>
    [...questions].sort((a, b) => Math.abs(a.count - to) - Math.abs(b.count - to)).slice(0, 1);
  return [...new Set([...nearest(half), ...nearest(Math.min(few, half / 2))])];
}
