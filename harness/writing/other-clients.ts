import { outerOf } from '../../specification/writable.js';
import { type Answer, named } from '../client/answer.js';
import { fieldsOf } from '../client/body.js';
import { fieldsAt, idAt } from '../client/permitted-writes.js';
import { isObject } from '../place.js';
import { isEqualOrBlank, mayBeFormOf } from '../same-value.js';
import { UnsavedField, unanswered } from '../violation.js';
import { readAnew } from './originals.js';
import type { Wanted, WriteSession } from './session.js';
import { isTemporaryOf } from './temporary-values.js';
import { type Original, valuesOf, withoutSecrets } from './values.js';
import { isSameShown, unnamedOf } from './values-of-run.js';

// What others do meanwhile is theirs. So an object is read immediately before each write: what it shows then must be
// what the run found or left there. And of what it shows afterwards, only what the run sent is the run's.

/**
 * Inconclusive if an object shows a value that the run neither found nor left there: another client changes it, and
 * nothing more is written to it. Returns what it shows.
 */
export async function demandUntouched(
  session: WriteSession,
  original: Original,
): Promise<Record<string, unknown>> {
  const { object, now } = original;
  const read = await readAnew(session, object);
  // What is not seen may have been changed.
  if (read.status !== 200 && !original.isUnreadable)
    unanswered(read, ', so nothing was written there');
  const shown = shownIn(session, object, read);
  if (Object.keys(shown).length === 0 && !original.isUnreadable) {
    unanswered(read, ', but not the object, so nothing was written there');
  }
  const other = [...now.keys()].filter(
    (field) => Object.hasOwn(shown, field) && !isEqualOrBlank(now.get(field), shown[field]),
  );
  const touched = foreignAmong(session.config.run, original, other, shown);
  if (touched === undefined) return shown;
  const who =
    original.lost === undefined
      ? 'another client changes it'
      : 'a write whose effect was not seen has changed it, or another client';
  const says = `${named(read)} shows a value of \`${touched}\` that this run neither found nor wrote: ${who}, so nothing more was written there`;
  const stop = new UnsavedField(says, touched);
  // Nothing was changed yet: the next check may begin with what is there now.
  if (original.isWritten) session.strayed.set(object, stop);
  throw stop;
}

/**
 * The first of the fields with another value than the run left there that another client must have written. An
 * instance may also have lost a write of the run or shown it too early: then the value is one that the run found, which
 * nobody loses, or one that it sent earlier: a text with its mark or a number, or what changed together with such a one.
 */
function foreignAmong(
  run: string,
  { values, sent, past }: Original,
  fields: readonly string[],
  shown: Readonly<Record<string, unknown>>,
): string | undefined {
  const isEarlier = (field: string) =>
    past.get(field)?.some((each) => mayBeFormOf(each, shown[field])) === true;
  const isFound = (field: string) => isEqualOrBlank(values[field], shown[field]);
  const isEvident = (field: string) =>
    isFound(field) || (sent.has(field) && mayBeFormOf(sent.get(field), shown[field]));
  const isTelling = (field: string) =>
    isTemporaryOf(run, shown[field]) || (typeof shown[field] === 'number' && isEarlier(field));
  const areTelling = fields.some(isTelling);
  return fields.find(
    (field) => !isEvident(field) && !isTelling(field) && !(areTelling && isEarlier(field)),
  );
}

/** The fields that the body of a write names: a nested object by its members, all of them where it has none. */
function namedBy({ body }: Pick<Wanted, 'body'>, object: string): string[] {
  const names = Object.keys(fieldsOf(body));
  return [...names, ...fieldsAt(object).filter((field) => names.includes(outerOf(field)))];
}

/** Takes note of what a write sends, before it is sent. Returns what takes that back, for a write that is refused. */
export function noteSent(
  original: Original,
  values: Readonly<Record<string, unknown>>,
): () => void {
  const { sent, past } = original;
  original.isWritten = true;
  original.sent = new Map([...sent, ...Object.entries(values)]);
  original.past = new Map(past);
  for (const [field, value] of Object.entries(values)) {
    original.past.set(field, [...(past.get(field) ?? []), value]);
  }
  return () => Object.assign(original, { sent, past });
}

/**
 * Notes the values that the response to a write shows in the fields that it named: they are the run's as those that
 * it sent, since instances trim values, or derive others from them. Of what it did not name, but may have blanked, only
 * blank values are, and those that were there before.
 */
export function noteAnswer(
  session: WriteSession,
  original: Original | undefined,
  object: string,
  wanted: Wanted,
  answer: Answer,
): void {
  const named = namedBy(wanted, object);
  const mayBeBlanked = wanted.method === 'PUT' ? () => true : isBeside(named);
  const isKept = (field: string, value: unknown) =>
    isBlank(value) || isEqualOrBlank(original?.values[field], value);
  const own = Object.entries(shownIn(session, object, answer)).filter(
    ([field, value]) =>
      named.includes(field) ||
      (fieldsAt(object).includes(field) && mayBeBlanked(field) && isKept(field, value)),
  );
  if (answer.status < 300) note(session, original, object, own);
}

/**
 * The same for the read after a write: a value that may be a form of what was sent, whatever the response showed, and
 * of other fields only those that the response, if it was not lost, did not show. Another value in a field that was not named may be that of another
 * client, so the field is not written any more.
 */
export function noteRead(
  session: WriteSession,
  original: Original,
  wanted: Wanted,
  { answer, read }: { answer?: Answer; read: Answer },
): void {
  const { object, now, unsaved } = original;
  const answered = answer === undefined ? {} : shownIn(session, object, answer);
  const body = fieldsOf(wanted.body);
  const fields = namedBy(wanted, object);
  const shown = shownIn(session, object, read);
  // What is sent as null, or with an object that has no members, may get any default.
  const mayBeReset = (field: string) => body[field] === null || !Object.hasOwn(body, field);
  const own = Object.entries(shown).filter(([field, value]) =>
    fields.includes(field)
      ? mayBeReset(field) || mayBeFormOf(body[field], value)
      : // It was not blanked.
        !Object.hasOwn(answered, field) &&
        !isBlank(value) &&
        now.has(field) &&
        isEqualOrBlank(original.values[field], value),
  );
  // What a PUT did not name and did not blank is not the run's, whatever it shows later.
  const unnamed = wanted.method === 'PUT' ? unnamedOf(original) : [];
  const left = Object.entries(shown).filter(
    ([field, value]) => unnamed.includes(field) && isSameShown(original.values[field], value),
  );
  if (read.status === 200) note(session, original, object, [...own, ...left]);
  for (const [field, known] of now) {
    if (!Object.hasOwn(shown, field) || fields.includes(field)) continue;
    if (isEqualOrBlank(known, shown[field])) continue;
    isNow(original, field, shown[field]);
    if (wanted.method === 'PUT' || isTemporaryOf(session.config.run, shown[field])) continue;
    unsaved.set(
      field,
      `${named(read)} shows another value of \`${field}\` than before a write that did not name it`,
    );
  }
}

/** Notes that a write made an object unreadable: one read may fail by itself. */
export async function noteUnreadable(
  session: WriteSession,
  original: Original,
  read: Answer,
): Promise<void> {
  const { object } = original;
  original.isUnreadable = false;
  if (read.status < 500) return;
  const { status } = await readAnew(session, object);
  original.isUnreadable = status >= 500;
  if (original.isUnreadable) session.journal.note({ entry: 'unreadable', object });
}

/** Whether a field is a member of a nested object of which others are named: it may be stored as a whole. */
function isBeside(named: readonly string[]): (field: string) => boolean {
  const outer = new Set(named.filter((field) => field.includes('.')).map(outerOf));
  return (field) => outer.has(outerOf(field));
}

function isBlank(value: unknown): boolean {
  return value === null || value === '' || value === false;
}

/** Notes what a field shows after a write. */
function isNow({ now, changes }: Original, field: string, value: unknown): void {
  const from = now.get(field);
  if (!isEqualOrBlank(from, value)) changes.push({ field, from, to: value });
  now.set(field, value);
}

function note(
  session: WriteSession,
  original: Original | undefined,
  object: string,
  values: [string, unknown][],
): void {
  for (const [field, value] of values) {
    if (original?.now.has(field)) isNow(original, field, value);
    original?.past.set(field, [...(original.past.get(field) ?? []), value]);
    original?.sent.delete(field);
  }
  if (values.length === 0) return;
  session.journal.note({ entry: 'shown', object, values: Object.fromEntries(values) });
}

/** The values that a response shows of an object, without secrets; none if it is no success, or another object. */
function shownIn(session: WriteSession, object: string, { status, json }: Answer) {
  const isIt = isObject(json) && (json.id === undefined || String(json.id) === idAt(object));
  if (status >= 300 || !isIt) return {};
  return withoutSecrets(valuesOf(object, json), session.client.redaction);
}
