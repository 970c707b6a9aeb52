import { requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import type { ValueKind } from '../../specification/filters.js';
import {
  expectHeld,
  type Filtered,
  inOneList,
  NONE_TESTED,
  ONE_OF_EACH,
  requestWithValues,
  type SingleFilter,
} from '../support/lists/filtered.js';
import { rowsOf } from '../support/lists/list.js';
import type { ListMismatch } from '../support/lists/prediction.js';
import { type FilterValue, ownValue, selectedBy } from '../support/lists/selection.js';

const SPEC = 'Endpoint table';

/** A value that no object has: an id that every database can compare but none has assigned. */
const UNKNOWN: Readonly<Partial<Record<ValueKind, string>>> = { id: '2147483647', flag: 'maybe' };

/** Case-sensitive filters. */
const MESSAGE_IDS = FILTER_FORMS.filter(({ value }) => value === 'message-id');

/** Filters whose values people type in either case, each in one list. */
const NAMES = inOneList(FILTER_FORMS.filter(({ value }) => ['name', 'email'].includes(value)));

/** Filters with values that no item has. */
export const otherValues = [
  requirement({
    id: 'filter.unknown',
    says: 'A filter value that no object has, such as a prefix of a value, selects nothing or is refused',
    spec: SPEC,
    level: 'should',
    compares: 'list',
    consequence: 'A client that mistypes a value gets all items and takes them for matches.',
    async check(context) {
      const asked = await requestWithValues(ONE_OF_EACH, context, (alone) =>
        another(alone, (value, kind) => UNKNOWN[kind] ?? value.slice(0, -1)),
      );
      expectHeld(context, asked, isUnrelated);
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
    says: 'Whether filters by name or e-mail are case-sensitive is not specified',
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
