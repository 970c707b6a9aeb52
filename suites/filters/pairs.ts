import type { Where } from '../../harness/check-context.js';
import type { Seen } from '../../harness/place.js';
import { requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { FILTERED_LISTS, type SettledForm } from '../../specification/filter-forms.js';
import { listNamed } from '../../specification/lists.js';
import { knownItems, rowsOf } from '../support/known-rows.js';
import {
  askedFor,
  everyFilter,
  type Filtered,
  type SingleFilter,
} from '../support/lists/filtered.js';
import { type FilterValue, selectedBy, sizeFor } from '../support/lists/query.js';
import { clearValues, type ValueIn } from '../support/lists/values.js';
import { readEach } from '../support/readable.js';

/** How many values of the second filter are considered, of items that the first one selects, and of others. */
const MOST_VALUES = 10;

/** A filter that works alone, and another one of the same list, with a value that tells them apart. */
type Pair = readonly [SingleFilter, FilterValue];

/** Two filters at once. Three, and filters with other parameters, are `combined.…` (docs/verdicts.md B-52). */
export const filterPairs = requirement({
  id: 'filter.pairs',
  says: 'Two filters of a list, each of which works alone, both apply when they are given together',
  spec: 'Endpoint table',
  compares: 'list',
  consequence: 'A client that selects by two filters gets items that only one of them selects.',
  async check(context) {
    const pairs = await readEach(FILTERED_LISTS, (list) => pairsOf(list, context));
    const asked = (await Promise.all(pairs.map(askedTogether))).flat();
    if (asked.length === 0)
      inconclusive('no two filters of a list work alone and select different items');
    for (const { answer } of asked) context.api.note(answer);
    context.expect.none(
      asked.flatMap(({ listMismatches }) => listMismatches),
      asked.flatMap(({ answer }) => rowsOf(answer)).length + asked.length,
    );
  },
});

/** Every two parameters of a list that work alone for its usual reader, each in one of its forms. */
async function pairsOf(list: SettledForm['list'], where: Where): Promise<Pair[]> {
  const alone = await everyFilter(where, (form) => form.list === list);
  const known = await knownItems(listNamed(list), where);
  const own = alone.filter((each) => each.holds && each.known === known);
  const isFirst = ({ given }: SingleFilter, index: number) =>
    own.findIndex((each) => each.given.filter.filter === given.filter.filter) === index;
  const one = own.filter(isFirst);
  const pairs = one.map(async ({ given }, index) => {
    const valueIn = await clearValues(given.filter, where);
    return one.slice(0, index).flatMap((first): Pair[] => {
      const value = tellingValue(first, given, valueIn);
      return value === undefined ? [] : [[first, { ...given, value }]];
    });
  });
  return (await Promise.all(pairs)).flat();
}

/**
 * A value of the second filter with which the list would show another item if only one of the two applied. One
 * with which both select an item is preferred.
 */
function tellingValue(
  { given: first, known }: SingleFilter,
  { filter, value: alone }: FilterValue,
  valueIn: ValueIn,
): string | undefined {
  const { front, rows } = known;
  const valuesOf = (some: readonly Seen[]) =>
    [...new Set(some.flatMap((row) => valueIn(row) ?? []))].slice(0, MOST_VALUES);
  const values = [
    alone,
    ...valuesOf(rows.filter((row) => selectedBy(first, row) === true)),
    ...valuesOf(rows.filter((row) => selectedBy(first, row) === false)),
  ];
  const showsMore = (one: FilterValue, other: FilterValue) =>
    front
      .filter((row) => selectedBy(one, row) === true)
      .slice(0, sizeFor(known))
      .some((row) => selectedBy(other, row) === false);
  const telling = values.filter((value) => {
    const second = { filter, value };
    return showsMore(first, second) && showsMore(second, first);
  });
  return telling.find((value) => isShared([first, { filter, value }], rows)) ?? telling[0];
}

/** Whether both filters select one of these items. */
function isShared(given: readonly FilterValue[], rows: readonly Seen[]): boolean {
  return rows.some((row) => given.every((each) => selectedBy(each, row) === true));
}

/** A list requested with both; empty if the second filter does not work alone with this value. */
async function askedTogether([{ given: first, known }, second]: Pair): Promise<Filtered[]> {
  const given = [first, second];
  const asked = await askedFor(given, known);
  // Two values that exclude each other may be refused.
  const wrong = asked.listMismatches.filter(
    ({ kind }) => kind !== 'status' || isShared(given, known.rows),
  );
  if (wrong.length > 0) {
    const alone = await askedFor([second], known);
    if (alone.listMismatches.length > 0) return [];
  }
  return [{ ...asked, listMismatches: wrong }];
}
