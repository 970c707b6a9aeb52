import type { Seen } from '../../harness/place.js';
import type { Filter, Satisfies } from './table.js';
import { beginningOf, tellingFirst } from './values.js';

/** A filter and the value that it is asked for with. */
export interface Chosen {
  filter: Filter;
  value: string;
}

/** How many ways of putting values together are looked at for one that tells most. */
const MOST_WAYS = 300;

/** A filter with a value, and which of the rows that are known satisfy it. */
interface Candidate extends Chosen {
  satisfied: Satisfies[];
  begun: boolean[];
  /** Of how many kinds the rows are that satisfy it. */
  kinds: number;
}

/** What one parameter is given: a row satisfies it that satisfies one of the values. */
interface Given {
  values: readonly Candidate[];
  satisfied: Satisfies[];
  /** Whether the value of a row begins as one of these: an instance that compares beginnings shows it. */
  begun: boolean[];
  kinds: number;
}

/** What all parameters are given, and how much it tells beyond what it has to. */
interface Way {
  given: readonly Given[];
  telling: number;
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
  const most = mostTelling(forms);
  let best: Way | undefined;
  let looked = 0;
  for (const way of waysOf(forms, [], rows.length)) {
    if (best === undefined || way.telling > best.telling) best = way;
    looked += 1;
    if (best.telling === most || looked === MOST_WAYS) break;
  }
  return best && valuesOf(best.given, filters);
}

/** How much a way could tell at most. */
function mostTelling(forms: readonly (readonly Given[])[]): number {
  const open = forms.filter((form) => form.some(({ satisfied }) => satisfied.includes('either')));
  const isBegun = forms.some((form) => form.some(({ begun }) => begun.includes(true)));
  const kinds = forms.map((form) => Math.max(0, ...form.map((given) => given.kinds)));
  return open.length + Number(isBegun) + sum(kinds);
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
): Generator<Way> {
  const [form, ...others] = forms;
  for (const given of form ?? []) {
    const way = wayOf([...before, given], rows);
    // What does not matter beside some does not matter beside more.
    if (way === undefined) continue;
    if (others.length === 0) yield way;
    else yield* waysOf(others, way.given, rows);
  }
}

/**
 * What becomes of the rows where each parameter is given something; undefined if one of them does
 * not matter. More than it has to be is told by a row kept out whose value begins as the one asked
 * for, for each parameter by a row that it leaves open, such as one of the very time, and by each kind
 * of row that a value selects.
 */
function wayOf(given: readonly Given[], rows: number): Way | undefined {
  const shown: number[] = [];
  const keptOut = new Set<Given>();
  const leftOpen = new Set<Given>();
  let isBegun = false;
  for (let row = 0; row < rows; row += 1) {
    const against = given.filter(({ satisfied }) => satisfied[row] !== true);
    const [only] = against;
    if (only === undefined) shown.push(row);
    else if (against.length === 1 && only.satisfied[row] === 'either') leftOpen.add(only);
    else if (against.length === 1) {
      keptOut.add(only);
      isBegun ||= only.begun[row] === true;
    }
  }
  const isUsable =
    shown.length > 0 &&
    keptOut.size === given.length &&
    given.every(({ values }) => values.every((value) => isNeeded(value, values, shown)));
  const kinds = sum(given.map((each) => each.kinds));
  return isUsable ? { given, telling: leftOpen.size + Number(isBegun) + kinds } : undefined;
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

/** What a parameter may be given: a value of each of its filters. */
function givenBy(filters: readonly Filter[], rows: readonly Seen[]): Given[] {
  const candidates = filters.map((filter) => {
    const own = rows.map((row) => filter.ownValue(row));
    return tellingFirst(own).map((value): Candidate => {
      const beginning = beginningOf(value);
      const satisfied = rows.map((row) => filter.satisfied(row, value));
      const { kindOf } = filter;
      const shown = kindOf === undefined ? [] : rows.filter((_, row) => satisfied[row] === true);
      return {
        filter,
        value,
        satisfied,
        kinds: new Set(shown.map((row) => kindOf?.(row))).size,
        begun: own.map((each) => each?.startsWith(beginning) === true),
      };
    });
  });
  const together = candidates.reduce<Candidate[][]>(
    (found, own) => found.flatMap((before) => own.map((each) => [...before, each])),
    [[]],
  );
  return together.map((values) => ({
    values,
    satisfied: rows.map((_, row) => any(values.map(({ satisfied }) => satisfied[row] ?? false))),
    begun: rows.map((_, row) => values.some(({ begun }) => begun[row] === true)),
    kinds: sum(values.map(({ kinds }) => kinds)),
  }));
}

function sum(of: readonly number[]): number {
  return of.reduce((all, each) => all + each, 0);
}

function any(of: readonly Satisfies[]): Satisfies {
  return of.includes(true) || (of.includes('either') ? 'either' : false);
}

function all(of: readonly Satisfies[]): Satisfies {
  return !of.includes(false) && (of.includes('either') ? 'either' : true);
}
