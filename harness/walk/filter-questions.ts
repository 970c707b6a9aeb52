import { type FilterState, momentOf } from './filter-state.js';
import type { Cell, Spans } from './spans.js';
import type { WalkedFilter } from './walked-filter.js';

/** A value that a filter is asked for with, and the rows that were met which it must show. */
export interface Question {
  /** Absent where it was not kept. */
  value?: string;
  count: number;
  /** At least one. */
  spans: Spans;
}

/** What a filter is asked for with. `few` rows are read as a whole without more ado. */
export function questionsOf(
  filter: WalkedFilter,
  state: FilterState,
  few: number,
): readonly Question[] {
  return filter.by === 'time' ? byTime(filter.selectsOlder, state, few) : state.values;
}

/** A moment in the middle of the rows, and one that selects not too many of them. */
function byTime(selectsOlder: boolean, { times, edges, rows, open }: FilterState, few: number) {
  const all = Object.entries(times.cells).sort(([a], [b]) => Number(a) - Number(b));
  const questions = all.slice(1).flatMap(([name], index): Question[] => {
    if (edges[name] !== undefined) return [];
    const selected = selectsOlder ? all.slice(0, index + 1) : all.slice(index + 1);
    const value = new Date(momentOf(Number(name), times)).toISOString().replace('.000', '');
    const spans = { width: times.width, cells: Object.fromEntries<Cell>(selected) };
    return [{ value, count: selected.reduce((sum, [, [count]]) => sum + count, 0), spans }];
  });
  const half = (rows - open) / 2;
  const nearest = (to: number) =>
    [...questions].sort((a, b) => Math.abs(a.count - to) - Math.abs(b.count - to)).slice(0, 1);
  return [...new Set([...nearest(half), ...nearest(Math.min(few, half / 2))])];
}
