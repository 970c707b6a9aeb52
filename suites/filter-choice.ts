import type { Seen } from '../harness/place.js';
import type { Filter, Satisfies } from './filter-table.js';

/** A filter and the value that it is asked for with. */
export interface Chosen {
  filter: Filter;
  value: string;
}

/** How many values of each filter are considered. */
const MOST_VALUES = 8;

/** How many ways of putting values together are looked at for one that tells most. */
const MOST_WAYS = 1000;

/** A filter with a value, and which of the rows that are known satisfy it. */
interface Candidate extends Chosen {
  satisfied: Satisfies[];
}

/** What one parameter is given: a row satisfies it that satisfies one of the values. */
interface Given {
  values: readonly Candidate[];
  satisfied: Satisfies[];
}

/**
 * Values for some filters, taken from rows that are known, such that each filter matters: at least
 * one row is selected, and for each parameter there is a row that only this keeps out, so that an
 * instance that ignored it would show that row. Two filters by one parameter are asked for by
 * repeating it, and each of them selects a row that the other does not. Undefined where the rows
 * hold no such values: a filter that would hold trivially is not asked for.
 */
export function choose(filters: readonly Filter[], rows: readonly Seen[]): Chosen[] | undefined {
  const parameters = [...new Set(filters.map(({ parameter }) => parameter))];
  const forms = parameters.map((parameter) =>
    givenBy(
      filters.filter((filter) => filter.parameter === parameter),
      rows,
    ),
  );
  let best: { way: readonly Given[]; telling: number } | undefined;
  let looked = 0;
  for (const way of waysOf(forms, [], rows.length)) {
    const telling = tellingOf(way, rows);
    if (best === undefined || telling > best.telling) best = { way, telling };
    looked += 1;
    if (looked === MOST_WAYS) break;
  }
  return best && valuesOf(best.way, filters);
}

/**
 * How much is told beyond what has to be: by a row kept out whose value begins as the one asked for,
 * and for each parameter by a row that it leaves open, such as one of the very time.
 */
function tellingOf(way: readonly Given[], rows: readonly Seen[]): number {
  const begun = way.some((each) => isAlone(each, way, false, (row) => isBegun(each, rows[row])));
  return Number(begun) + way.filter((each) => isAlone(each, way, 'either')).length;
}

/** What the parameters are given, in the order of the filters. */
function valuesOf(way: readonly Given[], filters: readonly Filter[]): Chosen[] {
  const values = way.flatMap((given) => given.values);
  return filters.flatMap((filter) =>
    values.filter((each) => each.filter === filter).map(({ value }) => ({ filter, value })),
  );
}

/** Whether a row satisfies a filter with the value chosen. */
export function selected({ filter, value }: Chosen, row: Seen): Satisfies {
  return filter.satisfied(row, value);
}

/** Whether a row satisfies all that was asked for: of each parameter one of the values. */
export function selectedByAll(chosen: readonly Chosen[], row: Seen): Satisfies {
  return all(byParameter(chosen).map((values) => any(values.map((each) => selected(each, row)))));
}

/** What was chosen for each parameter. */
export function byParameter(chosen: readonly Chosen[]): Chosen[][] {
  const parameters = new Set(chosen.map(({ filter }) => filter.parameter));
  return [...parameters].map((parameter) =>
    chosen.filter(({ filter }) => filter.parameter === parameter),
  );
}

/** Every way of giving each parameter something so that all of them matter, one after the other. */
function* waysOf(
  forms: readonly (readonly Given[])[],
  before: readonly Given[],
  rows: number,
): Generator<readonly Given[]> {
  const [form, ...others] = forms;
  if (form === undefined) {
    yield before;
    return;
  }
  for (const given of form) {
    const way = [...before, given];
    // What does not matter beside some does not matter beside more.
    if (isUsable(way, rows)) yield* waysOf(others, way, rows);
  }
}

function isUsable(way: readonly Given[], rows: number): boolean {
  const isShown = (row: number) => way.every(({ satisfied }) => satisfied[row] === true);
  const shown = Array.from({ length: rows }, (_, row) => row).filter(isShown);
  return (
    shown.length > 0 &&
    way.every((each) => isAlone(each, way, false)) &&
    way.every(({ values }) => values.every((value) => isNeeded(value, values, shown)))
  );
}

/** Whether one of the parameters keeps a row out, or leaves it open, that all others let in. */
function isAlone(
  each: Given,
  way: readonly Given[],
  wanted: false | 'either',
  isMeant: (row: number) => boolean = () => true,
): boolean {
  const others = way.filter((other) => other !== each);
  return each.satisfied.some(
    (satisfied, row) =>
      satisfied === wanted &&
      others.every((other) => other.satisfied[row] === true) &&
      isMeant(row),
  );
}

/** Whether a row is shown for the sake of one of several values. */
function isNeeded(
  value: Candidate,
  values: readonly Candidate[],
  shown: readonly number[],
): boolean {
  const others = values.filter((other) => other !== value);
  return shown.some(
    (row) =>
      value.satisfied[row] === true && others.every(({ satisfied }) => satisfied[row] === false),
  );
}

/** Whether the value of a row begins as one chosen: an instance that compares beginnings shows it. */
function isBegun({ values }: Given, row: Seen | undefined): boolean {
  return values.some(
    ({ filter, value }) =>
      row !== undefined && filter.ownValue(row)?.startsWith(beginningOf(value)) === true,
  );
}

/** Of an address the part before the `@`: writer1@ begins as writer10@ does. */
function beginningOf(value: string): string {
  return value.replace(/(.)@.*$/s, '$1');
}

/** What a parameter may be given: a value of each of its filters. */
function givenBy(filters: readonly Filter[], rows: readonly Seen[]): Given[] {
  const candidates = filters.map((filter) =>
    tellingFirst(filter, rows).map((value) => ({
      filter,
      value,
      satisfied: rows.map((row) => filter.satisfied(row, value)),
    })),
  );
  const together = candidates.reduce<Candidate[][]>(
    (found, own) => found.flatMap((before) => own.map((each) => [...before, each])),
    [[]],
  );
  return together.map((values) => ({
    values,
    satisfied: rows.map((_, row) => any(values.map(({ satisfied }) => satisfied[row] ?? false))),
  }));
}

function any(of: readonly Satisfies[]): Satisfies {
  return of.includes(true) || (of.includes('either') ? 'either' : false);
}

function all(of: readonly Satisfies[]): Satisfies {
  return !of.includes(false) && (of.includes('either') ? 'either' : true);
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
