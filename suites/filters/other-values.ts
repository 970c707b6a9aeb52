import type { Where } from '../../harness/check-context.js';
import { requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import { FILTER_FORMS, type SettledForm } from '../../specification/filter-forms.js';
import type { ValueKind } from '../../specification/filters.js';
import { listNamed } from '../../specification/lists.js';
import {
  askedFor,
  expectHeld,
  type Filtered,
  NONE_TESTED,
  ONE_OF_EACH,
  requestWithValues,
  type SingleFilter,
} from '../support/lists/filtered.js';
import { knownItems, rowsOf } from '../support/lists/list.js';
import type { ListMismatch } from '../support/lists/prediction.js';
import { type FilterValue, ownValue, selectedBy } from '../support/lists/selection.js';
import { readable } from '../support/readable.js';

const SPEC = 'Endpoint table';

/** A value that no object has. */
const UNKNOWN: Readonly<Partial<Record<ValueKind, string>>> = {
  id: String(UNKNOWN_ID),
  flag: 'maybe',
};

/** The filters of events by an id are those of a payload: covers have one by the id of a series. */
const UNMATCHED = ONE_OF_EACH.filter(
  ({ list, name }) => list !== 'events' || !['series', 'cover', 'patch'].includes(name),
);

/** Case-sensitive filters. */
const MESSAGE_IDS = FILTER_FORMS.filter(({ value }) => value === 'message-id');

/** A filter by name and one by e-mail address, whose values people type in either case. */
const NAMES = FILTER_FORMS.filter(({ value }) => ['name', 'email'].includes(value)).filter(
  isFirstOfItsKind,
);

/** The filters by a user: by name, and by the id of an owner. */
const USERS = FILTER_FORMS.filter(
  ({ name }) => name === 'owner-id' || name === 'owner-name' || name === 'user-name',
);

/** Filters with values that no item has. */
export const otherValues = [
  requirement({
    id: 'filter.unknown',
    says: 'A filter value that no object has, such as a prefix of a value, selects nothing or is refused, and an unknown user is not the caller',
    spec: SPEC,
    level: 'should',
    compares: 'list',
    consequence: 'A client that mistypes a value gets all items and takes them for matches.',
    async check(context) {
      const asked = await requestWithValues(UNMATCHED, context, (alone) =>
        another(alone, (value, kind) => UNKNOWN[kind] ?? value.slice(0, -1)),
      );
      expectHeld(context, [...asked, ...(await unknownUsers(context))], isUnrelated);
    },
  }),
  requirement({
    id: 'filter.covers.msgid.case',
    says: '`msgid` is case-sensitive',
    spec: SPEC,
    versions: MESSAGE_IDS[0]?.versions ?? [],
    compares: 'list',
    consequence: 'A client that looks up one mail gets another.',
    async check(context) {
      const asked = await requestWithValues(MESSAGE_IDS, context, inOtherCase);
      expectHeld(context, asked, isUnrelated);
    },
  }),
  requirement({
    id: 'filter.left-open',
    says: 'The items that filters by name or e-mail select in another case (not specified)',
    spec: SPEC,
    level: 'observe',
    compares: 'list',
    consequence: 'A client may find nothing for a capitalised name.',
    async check(context) {
      const asked = await requestWithValues(NAMES, context, inOtherCase);
      if (asked.length === 0) inconclusive(NONE_TESTED);
      context.observe(Object.fromEntries(asked.map(effectOf)));
    },
  }),
];

/**
 * Unknown users by id and by a prefix of a name, as a user who has bundles: an unknown user is not the caller.
 */
async function unknownUsers(where: Where): Promise<Filtered[]> {
  const { api } = where;
  if (api.signedIn().role !== 'user') return [];
  const user = api.as('user');
  const forms = USERS.filter(({ versions }) => versions.includes(api.version));
  const asked = forms.map((filter) =>
    readable(async () => {
      const isOwned = filter.list === 'bundles';
      const known = await knownItems(listNamed(filter.list), where, isOwned ? user : undefined);
      const [own] = known.rows.flatMap((row) => ownValue(filter, row) ?? []);
      const prefix = own?.slice(0, -1) ?? '';
      // Digits would be an id.
      const name = /\D/.test(prefix) ? prefix : 'no-such-user';
      const value = UNKNOWN[filter.value] ?? name;
      return [await askedFor([{ filter, value }], known, user)];
    }),
  );
  return (await Promise.all(asked)).flat();
}

function isFirstOfItsKind(
  { value }: SettledForm,
  index: number,
  all: readonly SettledForm[],
): boolean {
  return all.findIndex((each) => each.value === value) === index;
}

/** The filter with another value, if no item has that value and it cannot be an id. */
function another(
  { known, given: { filter, value } }: SingleFilter,
  otherOf: (value: string, kind: ValueKind) => string,
) {
  const other = otherOf(value, filter.value);
  const isKnown = known.rows.some((row) => ownValue(filter, row) === other);
  const isId = filter.value !== 'id' && /^\d*$/.test(other);
  return isKnown || isId || other === value ? [] : [{ filter, value: other }];
}

/** The same value with the case of its first letter changed. */
function inOtherCase(alone: SingleFilter) {
  return another(alone, (value) =>
    value.replace(/\p{L}/u, (letter) => {
      const capital = letter.toUpperCase();
      return letter === capital ? letter.toLowerCase() : capital;
    }),
  );
}

/** Unrelated items (B-32) or a server error; a refusal is allowed. */
function isUnrelated({ kind }: ListMismatch, { answer }: Filtered): boolean {
  return kind === 'rows' || answer.status >= 500;
}

/** How many items a response has for its value, case-insensitive. */
function effectOf({ query, answer }: Filtered): [name: string, effect: string] {
  const names = query.given.map(({ filter }) => `${filter.list} by ${filter.name}`);
  const counts = query.given.map(({ filter, value }) => {
    const given: FilterValue = { filter: { ...filter, anyCase: true }, value };
    return rowsOf(answer).filter((row) => selectedBy(given, row) === true).length;
  });
  return [String(names[0]), `${answer.status}, items: ${counts}`];
}
