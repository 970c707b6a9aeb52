import type { Where } from '../../harness/check-context.js';
import { unexpected } from '../../harness/expect.js';
import type { Seen } from '../../harness/place.js';
import { requirement } from '../../harness/requirement.js';
import { FILTERED_LISTS } from '../../specification/filter-forms.js';
import { rowsOf } from '../support/known-rows.js';
import {
  everyFilter,
  expectSelected,
  requestWithValues,
  type SingleFilter,
} from '../support/lists/filtered.js';
import { listMismatches } from '../support/lists/prediction.js';
import { ownValue, selectedBy } from '../support/lists/query.js';
import { timeOf } from '../support/timestamp.js';

/** Properties of `since` and `before` in all lists. */
export const dateFilters = [
  requirement({
    id: 'filter.dates.zulu',
    says: '`since` and `before` accept a time in the documented form, `YYYY-MM-DDTHH:MM:SSZ`',
    spec: 'Conventions',
    consequence: 'A client that sends a time in the documented form gets an error.',
    async check(context) {
      const asked = await byTime(context);
      context.expect.each(
        asked.slice(0, 1),
        'no list has items of two different times',
        ({ answer }) => context.expect.status(answer, 200),
      );
    },
  }),
  requirement({
    id: 'filter.dates.partition',
    says: '`since` and `before` with the same time select disjoint items and together all items',
    spec: 'Endpoint table',
    level: 'should',
    compares: 'list',
    consequence: 'A client that reads time ranges misses items or gets them twice.',
    async check(context) {
      const all = await byTime(context);
      const pairs = FILTERED_LISTS.flatMap((list) => {
        const own = all.filter((each) => each.given.filter.list === list);
        const isShown = own.map(showsBound);
        const isTold = own[0]?.given.value === own[1]?.given.value && !isShown.includes(undefined);
        return isTold ? own.slice(1).map(({ answer }) => ({ answer, isShown })) : [];
      });
      const missing = 'no item with exactly the requested time could be selected';
      context.expect.each(pairs, missing, ({ answer, isShown: [one, other] }) => {
        if (one !== other) return;
        const expected = 'exactly one of the two filters to select an item with exactly that time';
        context.expect.fail(unexpected(answer, expected, one ? 'both' : 'neither'));
      });
    },
  }),
  requirement({
    id: 'filter.dates.zone',
    says: '`since` and `before` accept a time with another zone offset and convert it: UTC is only the default',
    spec: 'Conventions',
    level: 'should',
    compares: 'list',
    consequence: 'A client that sends its local time gets the wrong hours.',
    async check(context) {
      // All filters read a time alike; whether `since` and `before` select by it has requirements of its own.
      const [first] = (await byTime(context)).filter(({ holds }) => holds);
      const filters = first === undefined ? [] : [first.given.filter];
      const asked = await requestWithValues(filters, context, ({ given }) => [
        { ...given, value: elsewhere(given.value) },
      ]);
      // Only UTC is documented, and an unknown value may be refused or select nothing (B-32).
      const isTaken = asked.some(({ answer }) => answer.status >= 500 || rowsOf(answer).length > 0);
      if (isTaken || asked.length === 0) expectSelected(context, asked);
      else context.accept('times with another zone offset are not accepted');
    },
  }),
];

function byTime(where: Where): Promise<SingleFilter[]> {
  return everyFilter(where, ({ value }) => value === 'time');
}

/**
 * Whether a filter that works selects items of exactly the given time; undefined if the page does
 * not show it.
 */
function showsBound({ known, given, query, answer, holds }: SingleFilter): boolean | undefined {
  const bound = timeOf(given.value);
  const departsIf = (isShown: boolean) => {
    const selects = (row: Seen) =>
      timeOf(ownValue(given.filter, row)) === bound ? isShown : selectedBy(given, row);
    const assumed = { ...query, given: [], term: { word: given.value, selects } };
    return listMismatches(assumed, known, answer).length > 0;
  };
  const isShown = departsIf(false);
  return holds && isShown !== departsIf(true) ? isShown : undefined;
}

/** The same time with the offset +05:00. */
function elsewhere(time: string): string {
  const there = new Date((timeOf(time) ?? 0) + 5 * 3_600_000).toISOString();
  return `${there.slice(0, '2026-01-01T00:00:00'.length)}+05:00`;
}
