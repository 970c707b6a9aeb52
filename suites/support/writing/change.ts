import type { Api } from '../../../harness/api.js';
import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import { elements, type Seen, seen } from '../../../harness/place.js';
import { Inconclusive, inconclusive } from '../../../harness/violation.js';
import type { Body } from '../../../harness/write.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import type { Version } from '../../../specification/versions.js';
import { sameValue } from '../comparison.js';
import type { AroundWrite } from './lists.js';
import { bodyOf, fieldsIn, otherValues, type Subject, type SubjectField } from './subject.js';

/** A write, and the object before and after it, as read by the role that may write it. */
export interface Change {
  before: Seen;
  answer: Answer;
  /** The response to GET after the write, and its body. */
  read: Answer;
  after: Seen;
}

/** A change of some fields. */
export interface PartialChange extends Change {
  /** The names of all fields in the PATCH. */
  together: readonly string[];
}

/** A change outside the common series. */
export interface FurtherChange extends PartialChange {
  /** Whether a later GET returns all values that were sent. */
  kept: boolean;
}

/** A change of one field. */
export interface FieldChange extends PartialChange {
  field: SubjectField;
  sent: unknown;
}

/** A series of PATCH requests that together change every field. */
export interface FieldChanges {
  changes: readonly FieldChange[];
  /** The last change, and its repetition. */
  last: Change;
  again: Change;
  /** The first page of the collection before and after. */
  listed: AroundWrite;
}

/** An object that could be read before an accepted write, but not after it. */
export class LostByWriting extends Inconclusive {
  constructor(readonly read: Answer) {
    super(`${named(read)} returned ${read.status} after a write that was accepted`);
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

/** The same by PATCH; throws a LostByWriting if the object cannot be read afterwards. */
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
 * Changes every field of a subject with as few PATCH requests as possible; once in a version.
 * Nearly all update requirements use the results.
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

/** The fields grouped by PATCH. */
function changedTogether(subject: Subject, version: Version): (readonly SubjectField[])[] {
  const fields = fieldsIn(subject, version);
  const alone = subject.alone.map((name) => fields.filter((field) => field.name === name));
  const rest = fields.filter(({ name }) => !subject.alone.includes(name));
  return [...alone, rest].filter(({ length }) => length > 0);
}

/** The changes of the series, one per field. */
export async function fieldChanges(
  context: CheckContext,
  subject: Subject,
): Promise<readonly FieldChange[]> {
  return (await seriesOf(context, subject)).changes;
}

/**
 * The changes that were stored as sent. They are the control for other requirements: that a field
 * is unchanged, or changed in another way, proves something only if it can be changed.
 */
export async function keptChanges(
  context: CheckContext,
  subject: Subject,
): Promise<readonly FieldChange[]> {
  const kept = (await fieldChanges(context, subject)).filter(isKept);
  if (kept.length > 0) return kept;
  return inconclusive(`no PATCH of the ${subject.what} stored a field as it was sent`);
}

/**
 * Further changes by PATCH in a version, added by other requirements. The object may be in another
 * state than in the series.
 */
export function furtherChanges(
  { api, instance }: CheckContext,
  { what }: Subject,
): Promise<FurtherChange[]> {
  return instance.once(`${what}: changed further in ${api.version}`, async () => []);
}

/** Whether a later GET returns the value that was sent. */
export function isKept({
  field,
  sent,
  after,
}: Pick<FieldChange, 'field' | 'sent' | 'after'>): boolean {
  return sameValue(field.shown(after), sent);
}

/** Whether the value of a field differs from before. */
export function hasMoved(
  field: SubjectField,
  { before, after }: Pick<Change, 'before' | 'after'>,
): boolean {
  return !sameValue(field.shown(before), field.shown(after));
}

function firstPage(as: Api, collection: string): Promise<Answer> {
  return as.get(collection, { query: { per_page: LARGEST_PAGE } });
}

/** The items of a page; empty if it is not a list. */
export function rowsOf(page: Answer): readonly Seen[] {
  return page.status === 200 && Array.isArray(page.json) ? elements(seen(page)) : [];
}
