import type { Where } from '../../harness/check-context.js';
import { unexpected } from '../../harness/expect.js';
import type { Seen } from '../../harness/place.js';
import { inSection, requirement } from '../../harness/requirement.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import { FILTER_FORMS, FILTERED_LISTS } from '../../specification/filter-forms.js';
import type { ValueKind } from '../../specification/filters.js';
import { listNamed } from '../../specification/lists.js';
import { knownItems, rowsOf } from '../support/known-rows.js';
import {
  askedFor,
  everyFilter,
  expectHeld,
  expectSelected,
  type Filtered,
  ONE_OF_EACH,
  requestWithValues,
  type SingleFilter,
} from '../support/lists/filtered.js';
import { type ListMismatch, listMismatches } from '../support/lists/prediction.js';
import { type FilterValue, ownValue, selectedBy } from '../support/lists/query.js';
import { ownValues } from '../support/lists/values.js';
import { readEach } from '../support/readable.js';
import { timeOf } from '../support/timestamp.js';

const filtering = inSection('Endpoint table');

/** A value that no object has. */
const UNKNOWN: Readonly<Partial<Record<ValueKind, string>>> = {
  id: String(UNKNOWN_ID),
  flag: 'maybe',
};

/** The filters of events by an id are those of a payload: covers have one by the id of a series. */
const UNMATCHED = ONE_OF_EACH.filter(
  ({ list, name }) =>
    name !== 'owner-id' && (list !== 'events' || !['series', 'cover', 'patch'].includes(name)),
);

/** Case-sensitive filters. */
const MESSAGE_IDS = FILTER_FORMS.filter(({ value }) => value === 'message-id');

/** What stands for other characters in databases and in file names; sent at once, as filters may be repeated. */
const WILDCARDS = ['%', '_', '*'];

/** The filters by a user: by name, and by the id of an owner. */
const USERS = FILTER_FORMS.filter(
  ({ name }) => name === 'owner-id' || name === 'owner-name' || name === 'user-name',
);

/** Filters with values that no item has. */
export const otherValues = [
  filtering({
    id: 'filter.unknown',
    says: 'A filter value that no object has, such as a prefix of a value or a pattern, selects nothing or is refused, and an unknown user is not the caller',
    level: 'should',
    compares: 'list',
    consequence: 'A client that mistypes a value gets all items and takes them for matches.',
    async check(context) {
      const asked = await requestWithValues(UNMATCHED, context, (alone) => {
        const { filter, value } = alone.given;
        if (context.api.holdsSecret(value)) return [];
        const prefix = value.slice(0, -1);
        const patterns = filter.value === 'text' ? WILDCARDS.map((each) => prefix + each) : [];
        const values = [...patterns, UNKNOWN[filter.value] ?? prefix];
        return values.flatMap((each) => another(alone, each));
      });
      expectHeld(context, [...asked, ...(await unknownUsers(context))], isUnrelated);
    },
  }),
  filtering({
    id: 'filter.covers.msgid.case',
    says: '`msgid` is case-sensitive',
    versions: MESSAGE_IDS[0]?.versions ?? [],
    compares: 'list',
    consequence: 'A client that looks up one mail gets another.',
    async check(context) {
      const asked = await requestWithValues(MESSAGE_IDS, context, (alone) =>
        another(alone, inOtherCase(alone.given.value)),
      );
      expectHeld(context, asked, isUnrelated);
    },
  }),
];

/**
 * Unknown users by id and by a prefix of a name, if possible as a user who has bundles: an unknown user is not the
 * caller.
 */
async function unknownUsers(where: Where): Promise<Filtered[]> {
  const { api } = where;
  const user = api.signedIn();
  const forms = USERS.filter(({ versions }) => versions.includes(api.version));
  return readEach(forms, async (filter) => {
    const isOwned = filter.list === 'bundles';
    const known = await knownItems(listNamed(filter.list), where, isOwned ? user : undefined);
    const own = ownValues(filter, known.rows).find((value) => !api.holdsSecret(value));
    const prefix = own?.slice(0, -1) ?? '';
    // Digits would be an id.
    const name = /\D/.test(prefix) ? prefix : 'no-such-user';
    const value = UNKNOWN[filter.value] ?? name;
    return [await askedFor([{ filter, value }], known, user)];
  });
}

/** The filter with another value, if no item has that value and it cannot be an id. */
function another({ known, given: { filter, value } }: SingleFilter, other: string): FilterValue[] {
  const isKnown = known.rows.some((row) => ownValue(filter, row) === other);
  const isId = filter.value !== 'id' && /^\d*$/.test(other);
  return isKnown || isId || other === value ? [] : [{ filter, value: other }];
}

/** A text with the case of its first letter changed. */
function inOtherCase(text: string): string {
  return text.replace(/\p{L}/u, (letter) => {
    const capital = letter.toUpperCase();
    return letter === capital ? letter.toLowerCase() : capital;
  });
}

/** Unrelated items (B-32) or a server error; a refusal is allowed. */
function isUnrelated({ kind }: ListMismatch, { answer }: Filtered): boolean {
  return kind === 'rows' || answer.status >= 500;
}

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
