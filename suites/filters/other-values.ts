import { requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import type { ValueKind } from '../../specification/filters.js';
import { ALL } from '../../specification/versions.js';
import { rowsOf } from '../lists/list.js';
import type { Departure } from '../lists/prediction.js';
import { rotated, spared } from '../lists/rotation.js';
import { type Given, ownValue, selectedBy } from '../lists/selection.js';
import { type Alone, askedOtherwise, expectHeld, type Filtered, ONE_OF_EACH } from './alone.js';
import { askedTwice, isUnited } from './repeated.js';

const SPEC = 'Endpoint table';

/** A value of each kind that nothing has; an id that no database hands out soon, and every one can compare. */
const UNKNOWN: Readonly<Partial<Record<ValueKind, string>>> = { id: '2147483647', flag: 'maybe' };

/** Those that are case-sensitive, and those that people write with small letters or capitals. */
const MESSAGE_IDS = FILTER_FORMS.filter(({ value }) => value === 'message-id');
const NAMES = FILTER_FORMS.filter(({ value }) => ['name', 'email'].includes(value));

/** What filters make of values that no row has just so; each parameter has its turn. */
export const otherValues = [
  requirement({
    id: 'filter.unknown',
    says: 'A value of a filter that nothing has, such as the beginning of one, selects nothing, or is refused',
    spec: SPEC,
    level: 'should',
    versions: ALL,
    consequence: 'A client that mistypes a value is given everything and takes it for the answer.',
    async check(context) {
      const turn = rotated(ONE_OF_EACH, context, ({ versions }) => versions);
      const asked = await askedOtherwise(turn, context, (alone) =>
        another(alone, (value, kind) => UNKNOWN[kind] ?? value.slice(0, -1)),
      );
      await expectHeld(context, asked, isUnrelated);
    },
  }),
  requirement({
    id: 'filter.covers.msgid.case',
    says: '`msgid` is case-sensitive',
    spec: SPEC,
    level: 'must',
    versions: MESSAGE_IDS[0]?.versions ?? [],
    consequence: 'A client that looks for one mail is given another.',
    async check(context) {
      const asked = await askedOtherwise(MESSAGE_IDS, context, inOtherCase);
      await expectHeld(context, asked, isUnrelated);
    },
  }),
  requirement({
    id: 'filter.left-open',
    says: 'Whether other filters tell letter case, and what others select that are given twice, is not said',
    spec: SPEC,
    level: 'observe',
    versions: ALL,
    consequence: 'A client finds nothing by a name with a capital, or one of two values only.',
    async check(context) {
      // The newest version is asked most already.
      const older = spared(context.instance)();
      const names = rotated(NAMES, context, ({ versions }) =>
        versions.filter((version) => older.includes(version)),
      );
      const cased = await askedOtherwise(names, context, inOtherCase);
      const twice = (await askedTwice(context)).filter((each) => !isUnited(each));
      const asked = [...cased, ...twice];
      if (asked.length === 0) inconclusive('no filter that has its turn could be asked for');
      context.observe(Object.fromEntries(asked.map(effectOf)));
    },
  }),
];

/** The filter with another value, if no row has it and it cannot be an id. */
function another(
  { known, given: { filter, value } }: Alone,
  otherOf: (value: string, kind: ValueKind) => string,
) {
  const other = otherOf(value, filter.value);
  const isKnown = known.rows.some((row) => ownValue(filter, row) === other);
  const isId = filter.value !== 'id' && /^\d*$/.test(other);
  return isKnown || isId || other === value ? [] : [{ filter, value: other }];
}

/** The same value with the case of its first letter changed. */
function inOtherCase(alone: Alone) {
  return another(alone, (value) =>
    value.replace(/\p{L}/u, (letter) => {
      const capital = letter.toUpperCase();
      return letter === capital ? letter.toLowerCase() : capital;
    }),
  );
}

/** Rows that have nothing to do with the value (B-32), or an error of the server: it may be refused. */
function isUnrelated({ matter }: Departure, { answer }: Filtered): boolean {
  return matter === 'rows' || answer.status >= 500;
}

/** How many rows an answer shows of each of its values, in whatever letter case. */
function effectOf({ query, answer }: Filtered): [name: string, effect: string] {
  const names = query.given.map(({ filter }) => `${filter.list} by ${filter.name}`);
  const counts = query.given.map(({ filter, value }) => {
    const given: Given = { filter: { ...filter, anyCase: true }, value };
    return rowsOf(answer).filter((row) => selectedBy(given, row) === true).length;
  });
  return [String(names[0]), `${answer.status}, rows: ${counts.join(' and ')}`];
}
