import type { Seen } from '../harness/place.js';
import type { Filter } from './filter-table.js';

/** A filter and the value that it is asked for with. */
export interface Chosen {
  filter: Filter;
  value: string;
}

/** How many values of each filter are considered. */
const MOST_VALUES = 8;

/**
 * Values for some filters, taken from rows that are known, such that each filter matters: at least
 * one row is selected, and for each filter there is a row that only this filter keeps out, so that
 * an instance that ignored it would show that row. Undefined where the rows hold no such values: a
 * filter that would hold trivially is not asked for.
 */
export function choose(filters: readonly Filter[], rows: readonly Seen[]): Chosen[] | undefined {
  return combinations(filters, rows).find((chosen) => {
    const selects = rows.some((row) => chosen.every((each) => selected(each, row) === true));
    return selects && chosen.every((each) => matters(each, chosen, rows));
  });
}

/** Whether a row satisfies a filter with the value chosen. */
export function selected({ filter, value }: Chosen, row: Seen) {
  return filter.satisfied(row, value);
}

function matters(each: Chosen, chosen: readonly Chosen[], rows: readonly Seen[]): boolean {
  const others = chosen.filter((other) => other !== each);
  return rows.some(
    (row) =>
      selected(each, row) === false && others.every((other) => selected(other, row) === true),
  );
}

function combinations(filters: readonly Filter[], rows: readonly Seen[]): Chosen[][] {
  return filters.reduce<Chosen[][]>(
    (found, filter) =>
      found.flatMap((chosen) =>
        tellingFirst(filter, rows).map((value) => [...chosen, { filter, value }]),
      ),
    [[]],
  );
}

/**
 * A value that another one begins with comes first: it tells an instance that compares beginnings.
 * Then the more rows a value selects, the more they show; that it keeps some out is seen to elsewhere.
 */
function tellingFirst(filter: Filter, rows: readonly Seen[]): string[] {
  const times = new Map<string, number>();
  for (const row of rows) {
    const value = filter.ownValue(row);
    if (value !== undefined) times.set(value, (times.get(value) ?? 0) + 1);
  }
  const begins = (value: string) =>
    [...times.keys()].some((other) => other !== value && other.startsWith(value));
  const values = [...times]
    .sort(([a, x], [b, y]) => Number(begins(b)) - Number(begins(a)) || y - x)
    .map(([value]) => value);
  // Spread over all of them: of times the first few would lie close together.
  const step = Math.max(1, Math.floor(values.length / MOST_VALUES));
  return values.filter((_, index) => index % step === 0).slice(0, MOST_VALUES);
}
