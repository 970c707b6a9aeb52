import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { elements, type Seen } from '../../harness/place.js';
import { Inconclusive, inconclusive } from '../../harness/violation.js';
import type { Body } from '../../harness/write.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import type { Version } from '../../specification/versions.js';
import { sameValue } from '../consistency/comparison.js';
import type { AroundWrite } from './lists.js';
import { bodyOf, fieldsIn, otherValues, type Subject, type SubjectField } from './subject.js';

/** One write, and what its object showed to the role that may write it, before and after. */
export interface Change {
  before: Seen;
  answer: Answer;
  /** What GET was answered after it, and the body of that. */
  read: Answer;
  after: Seen;
}

/** A change of some fields and not of others. */
export interface PartialChange extends Change {
  /** The names of the fields that the PATCH held. */
  together: readonly string[];
}

/** A change that was made beside the series. */
export interface FurtherChange extends PartialChange {
  /** Whether a later GET shows all that was sent. */
  kept: boolean;
}

/** A change of one field. */
export interface FieldChange extends PartialChange {
  field: SubjectField;
  sent: unknown;
}

/** A series of PATCHes that between them change every field. */
export interface FieldChanges {
  changes: readonly FieldChange[];
  /** What was sent last, and the same once more. */
  last: Change;
  again: Change;
  /** The first page of the collection before and after. */
  listed: AroundWrite;
}

/** An object that was read before an accepted write, and cannot be read any more. */
export class LostByWriting extends Inconclusive {
  constructor(readonly read: Answer) {
    super(`${named(read)} answered ${read.status} after a write that was accepted`);
  }
}

/** Writes a subject as the role that may, and reads it before and after. */
export async function change(
  context: CheckContext,
  subject: Subject,
  method: 'PATCH' | 'PUT',
  body: Body,
): Promise<Change> {
  const as = context.api.as(subject.role);
  const path = await subject.path(context);
  const before = await as.object(path);
  const answer = await context.write.send(as, method, path, body);
  const read = await as.get(path);
  return { before, answer, read, after: seen(read) };
}

/** The same by PATCH; throws a LostByWriting where the object cannot be read after it. */
export async function readableChange(
  context: CheckContext,
  subject: Subject,
  body: Body,
): Promise<Change> {
  const changed = await change(context, subject, 'PATCH', body);
  const { answer, read } = changed;
  if (answer.status < 400 && read.status !== 200) throw new LostByWriting(read);
  return changed;
}

/**
 * A change of every field of a subject, by as few PATCHes as tell the fields apart; made once in a
 * version. Nearly all that is required of updates is judged by these.
 */
export function seriesOf(context: CheckContext, subject: Subject): Promise<FieldChanges> {
  const { api, instance } = context;
  return instance.once(`${subject.what}: every field changed in ${api.version}`, async () => {
    const as = api.as(subject.role);
    const path = await subject.path(context);
    const collection = subject.collection(context);
    const before = await firstPage(as, collection);
    const changes: FieldChange[] = [];
    let last: { json: unknown; done: Change } | undefined;
    for (const fields of changedTogether(subject, api.version)) {
      const together = fields.map(({ name }) => name);
      const values = otherValues(context, fields, await as.object(path));
      const json = bodyOf(values);
      const done = await readableChange(context, subject, { json });
      last = { json, done };
      fields.forEach((field, index) => {
        changes.push({ field, sent: values[index]?.[1], together, ...done });
      });
    }
    if (last === undefined) throw new RangeError(`a ${subject.what} has no field to change`);
    const again = await change(context, subject, 'PATCH', { json: last.json });
    const listed = { before, after: await firstPage(as, collection) };
    return { changes, last: last.done, again, listed };
  });
}

/** The fields by the PATCH that changes them. */
function changedTogether(subject: Subject, version: Version): (readonly SubjectField[])[] {
  const fields = fieldsIn(subject, version);
  const alone = subject.alone.map((name) => fields.filter((field) => field.name === name));
  const rest = fields.filter(({ name }) => !subject.alone.includes(name));
  return [...alone, rest].filter(({ length }) => length > 0);
}

/** The changes of the series, one for each field. */
export async function fieldChanges(
  context: CheckContext,
  subject: Subject,
): Promise<readonly FieldChange[]> {
  return (await seriesOf(context, subject)).changes;
}

/**
 * The changes that took place as they were sent. No verdict without a control: what must not be
 * changed, or must be changed in some other way, is judged only where these show that it could be.
 */
export async function keptChanges(
  context: CheckContext,
  subject: Subject,
): Promise<readonly FieldChange[]> {
  const kept = (await fieldChanges(context, subject)).filter(isKept);
  if (kept.length > 0) return kept;
  return inconclusive(`no PATCH of the ${subject.what} changed a field to what was sent`);
}

/**
 * What else was changed by PATCHes in a version, as far as the run has come: those who change
 * something add it. An object may be in another state then than in the series.
 */
export function furtherChanges(
  { api, instance }: CheckContext,
  { what }: Subject,
): Promise<FurtherChange[]> {
  return instance.once(`${what}: changed further in ${api.version}`, async () => []);
}

/** Whether a later GET shows what was sent. */
export function isKept({
  field,
  sent,
  after,
}: Pick<FieldChange, 'field' | 'sent' | 'after'>): boolean {
  return sameValue(field.shown(after), sent);
}

/** Whether a field shows something else than before. */
export function hasMoved(
  field: SubjectField,
  { before, after }: Pick<Change, 'before' | 'after'>,
): boolean {
  return !sameValue(field.shown(before), field.shown(after));
}

/** The body of an answer as a place to look at; its value is undefined where it is no JSON. */
export function seen(answer: Answer): Seen {
  return { value: answer.json, at: { exchange: answer.exchange, pointer: '' } };
}

function firstPage(as: Api, collection: string): Promise<Answer> {
  return as.get(collection, { query: { per_page: LARGEST_PAGE } });
}

/** The rows of a page; none where there is no list. */
export function rowsOf(page: Answer): readonly Seen[] {
  return page.status === 200 && Array.isArray(page.json) ? elements(seen(page)) : [];
}
