import type { Where } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import type { Seen } from '../../harness/place.js';
import { requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { FILTER_FORMS, type SettledForm } from '../../specification/filter-forms.js';
import type { ValueKind } from '../../specification/filters.js';
import { ALL, type Version } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { idOf, type Known, rowsOf } from '../lists/list.js';
import { ask } from '../lists/query.js';
import { rotated, spared } from '../lists/rotation.js';
import { ownValue, selectedBy } from '../lists/selection.js';
import { confirmed } from '../lists/unchanged.js';
import { formsOf, held, queryFor } from './alone.js';

/** A value of each kind that nothing has; an id that no database hands out soon, and every one can compare. */
const UNKNOWN: Readonly<Partial<Record<ValueKind, string>>> = { id: '2147483647', flag: 'maybe' };

/** The kinds of values that letters tell apart: of these, the beginning of one that is known is asked for. */
const LETTERS: readonly ValueKind[] = ['name', 'email', 'word', 'text', 'message-id'];

/** Those that people write with small letters or capitals; message ids are asked for in each version. */
const CASED: readonly ValueKind[] = ['message-id', 'name', 'email'];

/**
 * Those of whose values it can be told that nothing has them: times are on one side or the other. Of an id
 * and a name that are given by one parameter, projects are asked for by name, and people by id. Those with
 * letters come first.
 */
const TOLD = FILTER_FORMS.filter(({ value, filter: { parameter, forms } }) => {
  const isOne = forms.length === 1 || value === 'flag';
  return value !== 'time' && (isOne || (value === 'id') !== (parameter === 'project'));
}).sort((a, b) => Number(LETTERS.includes(b.value)) - Number(LETTERS.includes(a.value)));

/** What filters make of values that no row has just so; each form of each filter has its turn. */
export const otherValues = [
  requirement({
    id: 'filter.unknown',
    says: 'A value of a filter that nothing has selects nothing, or is refused',
    spec: 'Endpoint table',
    level: 'should',
    versions: ALL,
    consequence: 'A client that mistypes a value is given everything and takes it for the answer.',
    async check(context) {
      context.expect.each(await askedForUnknown(context), NOT_ASKED, (each) => {
        if (!begins(each)) context.expect.none(unrelated(each));
      });
    },
  }),
  requirement({
    id: 'filter.beginning',
    says: 'A filter compares its value as a whole, and not its beginning',
    spec: 'Endpoint table',
    level: 'should',
    versions: ALL,
    consequence: 'A client that asks for one project is shown those with longer names as well.',
    async check(context) {
      const asked = (await askedForUnknown(context)).filter(({ filter }) =>
        LETTERS.includes(filter.value),
      );
      context.expect.each(asked, NOT_ASKED, (each) => {
        if (begins(each)) context.expect.none(unrelated(each));
      });
    },
  }),
  requirement({
    id: 'filter.covers.msgid.case',
    says: '`msgid` is case-sensitive',
    spec: 'Endpoint table',
    level: 'must',
    versions: FILTER_FORMS.find(({ value }) => value === 'message-id')?.versions ?? [],
    consequence: 'A client that looks for one mail is given another.',
    async check(context) {
      const forms = FILTER_FORMS.filter(({ value }) => value === 'message-id');
      const asked = await Promise.all(
        forms.map((form) => asOtherValue(form, (_, value) => swappedCase(value), context)),
      );
      const missing = 'no message id known has a letter to change the case of';
      context.expect.each(asked.flat(), missing, (each) => context.expect.none(unrelated(each)));
    },
  }),
  requirement({
    id: 'filter.letter-case',
    says: 'Whether filters tell small letters from capital ones is said of message ids only',
    spec: 'Endpoint table',
    level: 'observe',
    versions: ALL,
    consequence: 'A client finds nothing where people write a name with a capital.',
    async check(context) {
      const forms = FILTER_FORMS.filter(({ value }) => CASED.includes(value));
      const turn = rotated(forms, context, versionsOf(context));
      const asked = await askedFor(turn, (_, value) => swappedCase(value), context);
      if (asked.length === 0) inconclusive(NOT_ASKED);
      const seen = asked.map(({ filter, answer }) => {
        const found = rowsOf(answer).length > 0;
        const said =
          answer.status === 200 ? `finds ${found ? 'the same' : 'nothing'}` : answer.status;
        return [`${filter.list} by ${filter.name}`, said];
      });
      context.observe(Object.fromEntries(seen));
    },
  }),
];

const NOT_ASKED = 'none of the filters that have their turn in this version could be asked for';

/** Those that have their turn, with a value that nothing has: where there are letters, all but the last of one. */
function askedForUnknown(where: Where): Promise<AskedOtherwise[]> {
  return where.instance.once(`unknown values in ${where.api.version}`, () =>
    askedFor(
      rotated(TOLD, where, ({ versions }) => versions),
      ({ value: kind }, value) => UNKNOWN[kind] ?? value.slice(0, -1),
      where,
    ),
  );
}

/** Whether rows are shown that begin with the value, and no others: else the value does not count at all. */
function begins({ known, filter, value, answer }: AskedOtherwise): boolean {
  const ids = new Set(rowsOf(answer).map(idOf));
  const shown = known.rows.filter((row) => ids.has(idOf(row)));
  return (
    shown.length > 0 && shown.every((row) => ownValue(filter, row)?.startsWith(value) === true)
  );
}

/** A filter that was asked for with a value that no row known has. */
interface AskedOtherwise {
  known: Known;
  filter: SettledForm;
  value: string;
  answer: Answer;
}

/** The newest version, which is asked most already, asks for message ids: it does that anyway. */
function versionsOf({ instance }: Where): (form: SettledForm) => readonly Version[] {
  const older = spared(instance)();
  return ({ value, versions }) =>
    value === 'message-id' ? [instance.newest] : versions.filter((each) => older.includes(each));
}

/** Asks filters for another value than the one that holds. */
async function askedFor(
  turn: readonly SettledForm[],
  other: (filter: SettledForm, value: string) => string,
  where: Where,
): Promise<AskedOtherwise[]> {
  return (await Promise.all(turn.map((form) => asOtherValue(form, other, where)))).flat();
}

/** Nothing where the filter itself does not hold, or a row has that value. */
function asOtherValue(
  filter: SettledForm,
  other: (filter: SettledForm, value: string) => string,
  where: Where,
): Promise<AskedOtherwise[]> {
  return readable(async () => {
    if (filter.filter.forOwners && where.api.signedIn().role !== 'user') return [];
    const { known, given } = await held(filter, where);
    for (const form of formsOf(filter, where.api.version)) await held(form, where);
    const value = other(filter, given.value);
    const isKnown = known.rows.some((row) => ownValue(filter, row) === value);
    if (isKnown || value === '' || value === given.value) return [];
    const answer = await ask(known, queryFor([{ filter, value }], known));
    const odd = unrelated({ known, filter, value, answer });
    await confirmed(
      known,
      odd.map((each) => ({ ...each, matter: 'rows' as const })),
    );
    return [{ known, filter, value, answer }];
  });
}

/** Rows that have nothing to do with the value (B-32); an error of the server departs as well. */
function unrelated({ filter, value, answer }: AskedOtherwise): Mismatch[] {
  const expected = 'no rows, or a refusal';
  if (answer.status >= 500) {
    const message = `${named(answer)}: expected ${expected}, got ${answer.status}`;
    return [{ message, expected, received: answer.status, exchange: answer.exchange }];
  }
  const isOdd = (row: Seen) =>
    filter.value === 'time' ||
    filter.value === 'flag' ||
    selectedBy({ filter, value }, row) === false;
  return rowsOf(answer)
    .filter(isOdd)
    .map((row) => ({
      message: `${named(answer)}: shows the row with id ${idOf(row)}, which has ${ownValue(filter, row) ?? 'another value'}`,
      pointer: row.at.pointer,
      expected,
      received: ownValue(filter, row),
      exchange: answer.exchange,
    }));
}

/** The same text with the case of its first letter changed. */
function swappedCase(text: string): string {
  return text.replace(/\p{L}/u, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}
