import type { Seen } from '../harness/place.js';
import type { Filter, Satisfies } from './filter-table.js';

/** A filter and the value that it is asked for with. */
export interface Chosen {
  filter: Filter;
  value: string;
}

/** How many values of each filter are considered. */
const MOST_VALUES = 8;

/** A filter with a value, and which of the rows that are known satisfy it. */
interface Candidate extends Chosen {
  satisfied: Satisfies[];
}

/**
 * Values for some filters, taken from rows that are known, such that each filter matters: at least
 * one row is selected, and for each filter there is a row that only this filter keeps out, so that
 * an instance that ignored it would show that row. Undefined where the rows hold no such values: a
 * filter that would hold trivially is not asked for.
 */
export function choose(filters: readonly Filter[], rows: readonly Seen[]): Chosen[] | undefined {
  const usable = combinations(filters, rows).filter((candidates) => {
    const selects = rows.some((_, row) => candidates.every((each) => each.satisfied[row] === true));
    return selects && candidates.every((each) => matters(each, candidates, rows));
  });
  const tells = (candidates: Candidate[]) =>
    candidates.some((each) => matters(each, candidates, rows, (row) => isBegun(each, row)));
  const found = usable.find(tells) ?? usable[0];
  return found?.map(({ filter, value }) => ({ filter, value }));
}

/** Whether a row satisfies a filter with the value chosen. */
export function selected({ filter, value }: Chosen, row: Seen): Satisfies {
  return filter.satisfied(row, value);
}

/** Whether a row, such as is meant, is kept out by one of the filters only. */
function matters(
  each: Candidate,
  candidates: readonly Candidate[],
  rows: readonly Seen[],
  isMeant: (row: Seen) => boolean = () => true,
): boolean {
  const others = candidates.filter((other) => other !== each);
  return rows.some(
    (seen, row) =>
      each.satisfied[row] === false &&
      others.every((other) => other.satisfied[row] === true) &&
      isMeant(seen),
  );
}

/** Whether the value of a row begins as the value chosen: an instance that compares beginnings shows it. */
function isBegun({ filter, value }: Chosen, row: Seen): boolean {
  return filter.ownValue(row)?.startsWith(beginningOf(value)) === true;
}

/** Of an address the part before the `@`: writer1@ begins as writer10@ does. */
function beginningOf(value: string): string {
  return value.replace(/(.)@.*$/s, '$1');
}

function combinations(filters: readonly Filter[], rows: readonly Seen[]): Candidate[][] {
  const candidates = filters.map((filter) =>
    tellingFirst(filter, rows).map((value) => ({
      filter,
      value,
      satisfied: rows.map((row) => filter.satisfied(row, value)),
    })),
  );
  return candidates.reduce<Candidate[][]>(
    (found, own) => found.flatMap((before) => own.map((each) => [...before, each])),
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
  const known = [...times.keys()];
  const beginnings = new Set(
    known.filter((value) => {
      const beginning = beginningOf(value);
      return known.some((other) => other !== value && other.startsWith(beginning));
    }),
  );
  const begins = (value: string) => beginnings.has(value);
  const values = [...times]
    .sort(([a, x], [b, y]) => Number(begins(b)) - Number(begins(a)) || y - x)
    .map(([value]) => value);
  const telling = values.filter(begins).slice(0, MOST_VALUES);
  // Spread over all of them: of times the first few would lie close together.
  const step = Math.max(1, Math.floor(values.length / MOST_VALUES));
  const spread = values.filter((_, index) => index % step === 0).slice(0, MOST_VALUES);
  return [...new Set([...telling, ...spread])];
}
