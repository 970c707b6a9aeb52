import { type FilterState, momentOf } from './filter-state.js';
import type { Cell, Spans } from './spans.js';
import type { WalkedFilter } from './walked-filter.js';

/** A value of a filter, and the scanned items that it must select. */
export interface Question {
  /** Undefined if it was not stored. */
  value?: string;
  count: number;
  /** At least one. */
  spans: Spans;
}

/** The values to send with a filter. `few` items can always be read completely. */
export function questionsOf(
  filter: WalkedFilter,
  state: FilterState,
  few: number,
): readonly Question[] {
  return filter.by === 'time' ? byTime(filter.selectsOlder, state, few) : state.values;
}

/** A time in the middle of the items, and one that selects only few. */
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
