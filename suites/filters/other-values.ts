import type { Where } from '../../harness/check-context.js';
import { unexpected } from '../../harness/expect.js';
import type { Seen } from '../../harness/place.js';
import { inSection } from '../../harness/requirement.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import { FILTER_FORMS, type SettledForm } from '../../specification/filter-forms.js';
import type { ValueKind } from '../../specification/filters.js';
import { listNamed } from '../../specification/lists.js';
import { hasNext, idOf } from '../support/first-rows.js';
import { knownItems, rowsOf } from '../support/known-rows.js';
import {
  askedFor,
  everyFilter,
  expectHeld,
  type Filtered,
  requestWithValues,
  type SingleFilter,
} from '../support/lists/filtered.js';
import type { ListMismatch } from '../support/lists/prediction.js';
import {
  type FilterValue,
  inWords,
  ownValue,
  selectedBy,
  valuesOf,
} from '../support/lists/query.js';
import { ownValues } from '../support/lists/values.js';
import { readEach } from '../support/readable.js';

const filtering = inSection('Endpoint table');

/** A value that no object has. */
const UNKNOWN: Readonly<Partial<Record<ValueKind, string>>> = {
  id: String(UNKNOWN_ID),
  flag: 'maybe',
};

/** The filters by a user that are sent by a user: an unknown one must not be the caller. */
const BY_USER = ['owner-id', 'owner-name', 'user-name'];

/** Each other filter in each form; a flag has no further values, and a time always selects something. */
const OTHERS = FILTER_FORMS.filter(
  ({ value, only, name }) => value !== 'time' && only !== 'true' && !BY_USER.includes(name),
);

/** Case-sensitive filters. */
const MESSAGE_IDS = FILTER_FORMS.filter(({ value }) => value === 'message-id');

/** What stands for other characters in databases and in file names; sent at once, as filters may be repeated. */
const WILDCARDS = ['%', '_', '*'];

/** Filters with values that no item has. */
export const otherValues = [
  filtering({
    id: 'filter.unknown',
    says: 'A filter value that no object has, such as a prefix of a value or a pattern, selects nothing or is refused, and an unknown user is not the caller',
    level: 'should',
    compares: 'list',
    consequence: 'A client that mistypes a value gets all items and takes them for matches.',
    async check(context) {
      expectHeld(context, await requestedUnknown(context), isUnrelated);
    },
  }),
  filtering({
    id: 'filter.unknown.not-all',
    says: 'A filter with a value that no item has does not return all items of the list',
    compares: 'list',
    consequence: 'A client that mistypes a value gets all items and takes them for matches.',
    async check(context) {
      // Filters that fail alone have requirements of their own.
      const failing = (await everyFilter(context)).filter(({ holds }) => !holds);
      const asked = (await requestedUnknown(context)).filter(
        (each) => hasUnlike(each) && !failing.some(({ given }) => isBy(given.filter, each)),
      );
      const missing = 'no list has two items, one of them without any part of an unknown value';
      context.expect.each(asked, missing, ({ known, query, answer }) => {
        const plain = known.front.slice(0, query.size).map(idOf);
        const rows = rowsOf(answer).map(idOf);
        const isAll = rows.length === plain.length && plain.every((id) => rows.includes(id));
        if (!isAll || hasNext(answer) === known.whole) return;
        const expected = `no item for ${inWords(query)}, or a refusal`;
        const got = `the ${known.whole ? '' : 'first '}${rows.length} items of the plain list`;
        context.expect.fail(unexpected(answer, expected, got, { pointer: '', received: rows }));
      });
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

/** Whether a list was requested by this filter. */
function isBy(filter: SettledForm, { query: { given } }: Filtered): boolean {
  return given.some((each) => each.filter === filter);
}

/** Each filter that works alone, with values that no item has. */
async function requestedUnknown(where: Where): Promise<Filtered[]> {
  const asked = await requestWithValues(OTHERS, where, (alone) => {
    const { filter, value } = alone.given;
    if (where.api.holdsSecret(value)) return [];
    const prefix = value.slice(0, -1);
    const patterns = filter.value === 'text' ? WILDCARDS.map((each) => prefix + each) : [];
    const values = [...patterns, UNKNOWN[filter.value] ?? prefix];
    return values.flatMap((each) => another(alone, each));
  });
  return [...asked, ...(await unknownUsers(where))];
}

/**
 * Whether the list has several items, one of them unlike each value, also for a filter that compares parts or
 * patterns. What is neither `true` nor `false` is no value of a flag.
 */
function hasUnlike({ known, query }: Filtered): boolean {
  const unknown = query.given.slice(known.within?.length ?? 0);
  const isLike = (row: Seen, { filter, value }: FilterValue) => {
    const part = value.replace(/[%_*]$/, '').toLowerCase();
    const own = valuesOf(filter, row)?.map((each) => each.toLowerCase());
    return filter.value === 'flag' || (own?.some((each) => each.includes(part)) ?? true);
  };
  const isUnlike = (row: Seen) =>
    unknown.every((each) => selectedBy(each, row) === false && !isLike(row, each));
  const shown = known.front.slice(0, query.size);
  return shown.length > 1 && shown.some(isUnlike);
}

/**
 * Unknown users by id and by a prefix of a name, if possible as a user who has bundles: an unknown user is not the
 * caller.
 */
async function unknownUsers(where: Where): Promise<Filtered[]> {
  const { api } = where;
  const user = api.signedIn();
  const forms = FILTER_FORMS.filter(
    ({ name, versions }) => BY_USER.includes(name) && versions.includes(api.version),
  );
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
