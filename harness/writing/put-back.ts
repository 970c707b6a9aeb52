import { nested } from '../client/body.js';
import { fieldsAt, type WriteMethod } from '../client/permitted-writes.js';
import { TransportError } from '../client/transport-error.js';
import { entriesOf, type JournalEntry } from '../journal-entry.js';
import { isEqualOrBlank } from '../same-value.js';
import { writesByPut } from './put-back-trial.js';
import { apiOf, type PutBack, type Restoration, readObject } from './restoration.js';
import { picked, valueText } from './values.js';
import {
  blankedBesides,
  changedBesides,
  isOfRun,
  isSameShown,
  valuesOfRun,
} from './values-of-run.js';

/**
 * Sends old values, in the way that was found to work before the object was changed, and looks at them: what PATCH did
 * not put back is sent by PUT. `found` are the values that it showed before.
 */
export async function putBack(
  restoration: Restoration,
  original: JournalEntry<'original'>,
  fields: readonly string[],
  found: Record<string, unknown> | undefined,
): Promise<void> {
  const done: PutBack = { original, fields, found, said: new Map() };
  restoration.put.push(done);
  const { method, values = {} } = provenOf(restoration, original) ?? {};
  if (method === 'PUT') await send(restoration, done, 'PUT', values);
  else await patchBack(restoration, done, { ...original.values, ...values });
  const present = await readObject(restoration, original, 'first');
  done.held = heldOf(done, present);
  if (method !== 'PATCH' || !mayPut(restoration, done, values, present)) return;
  await send(restoration, done, 'PUT', values);
  done.held = heldOf(done, await readObject(restoration, original, 'second'));
}

/**
 * Sends what a PUT of the run left blank without naming it, after all else, and each by itself: what the specification
 * does not list may be read-only, or follow from other fields.
 */
export async function putBackBlanked(
  restoration: Restoration,
  original: JournalEntry<'original'>,
  found: Record<string, unknown> | undefined,
): Promise<void> {
  if (blankedBesides(restoration.journal, original, found).length === 0) return;
  const present = await readObject(restoration, original, 'unnamed');
  const fields = blankedBesides(restoration.journal, original, present);
  const earlier = restoration.put.find((each) => each.original === original);
  const done: PutBack = earlier ?? { original, fields: [], found, said: new Map() };
  if (earlier === undefined) restoration.put.push(done);
  done.fields = [...done.fields, ...fields];
  for (const field of fields) {
    await send(restoration, done, 'PATCH', picked(original.values, [field]));
  }
  done.held = heldOf(done, await readObject(restoration, original, 'unnamed-after'));
}

/** Sends all fields at once; if that is refused, one by one, so that one does not block the others. */
async function patchBack(
  restoration: Restoration,
  done: PutBack,
  values: Record<string, unknown>,
): Promise<void> {
  const { fields } = done;
  if (await send(restoration, done, 'PATCH', picked(values, fields))) return;
  for (const field of fields) {
    // Each one takes its time, in which another client may change it.
    const present = await readObject(restoration, done.original, `before-${field}`);
    if (!isFree(restoration, done, present)) return;
    const isTaken = await send(restoration, done, 'PATCH', picked(values, [field]));
    // Blank is returned as null, but some instances accept only an empty string.
    if (!isTaken && values[field] === null) await send(restoration, done, 'PATCH', { [field]: '' });
  }
}

/**
 * Whether a PUT of all old values changes nothing but what is the run's: each writable field is known, and shows its old
 * value or one of the run. Of a field that is not shown nobody can say that it needs another write.
 */
function mayPut(
  restoration: Restoration,
  done: PutBack,
  values: Record<string, unknown>,
  present: Record<string, unknown> | undefined,
): boolean {
  const { original, fields, held = [] } = done;
  const { object } = original;
  const isOff = fields.some((field) => present?.[field] !== undefined && !held.includes(field));
  if (present === undefined || !isOff || !writesByPut(object)) return false;
  const isKnown = (field: string) => Object.hasOwn(values, field) && Object.hasOwn(present, field);
  return fieldsAt(object).every(isKnown) && isFree(restoration, done, present);
}

/** Whether an object shows nothing but old values and those of the run, or a user wants it overwritten. */
function isFree(
  { journal, decided }: Restoration,
  { original, fields, found }: PutBack,
  present: Readonly<Record<string, unknown>> | undefined,
): boolean {
  const { object, values } = original;
  if (decided.overwrite.includes(object)) return true;
  // What could not be read before, the run itself made unreadable.
  if (present === undefined) return found === undefined;
  const ofRun = valuesOfRun(journal, original);
  return [...fieldsAt(object), ...fields].every(
    (field) =>
      !Object.hasOwn(present, field) ||
      isSameShown(values[field], present[field]) ||
      isOfRun(journal, ofRun, field, present[field]),
  );
}

/** The way that was found to put an object back; undefined if none was. */
function provenOf({ journal }: Restoration, { object }: JournalEntry<'original'>) {
  return entriesOf(journal, 'proven').findLast((each) => each.object === object);
}

/**
 * Sends values, and once more after a refusal for now only if a look shows that nothing has changed since. Returns
 * whether they were accepted, or the response was lost: the object is looked at anyway.
 */
async function send(
  restoration: Restoration,
  done: PutBack,
  method: WriteMethod,
  values: Record<string, unknown>,
): Promise<boolean> {
  const { original, said } = done;
  let looks = 0;
  const note = (text: string) => {
    for (const field of Object.keys(values)) said.set(field, text);
  };
  try {
    const { status } = await restoration.client.write({
      role: original.role,
      method,
      path: apiOf(restoration, original).path(`${original.object}/`),
      body: { json: nested(values) },
      beforeSending: () => {},
      isRepeatable: true,
      didNotArrive: async () => {
        looks += 1;
        const present = await readObject(restoration, original, `again-${looks}`);
        return isFree(restoration, done, present);
      },
    });
    note(`${method} returned ${status}`);
    return status < 300;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    note(error.message);
    return true;
  }
}

/** Looks for the last time, and reports what does not show its old values. */
export async function lookLast(restoration: Restoration, each: PutBack): Promise<void> {
  const { client, outcome, urlOf } = restoration;
  const { original, fields, said, held = [] } = each;
  const { version, object, values } = original;
  const present = await readObject(restoration, original, 'last');
  const shows = heldOf(each, present);
  outcome.restored += shows.length;
  const report = (field: string, why: string) =>
    outcome.notRestored.push({ url: urlOf(version, object), field, why });
  const shownOf = (field: string) =>
    present !== undefined && Object.hasOwn(present, field)
      ? valueText(present[field], client.redaction)
      : `not shown${present === undefined ? ', since the object cannot be read' : ''}`;
  for (const field of fields.filter((name) => !shows.includes(name))) {
    const before = valueText(values[field], client.redaction);
    const why = held.includes(field)
      ? `it had its original value ${before} again, but is ${shownOf(field)} now: another client changed it`
      : `${said.get(field) ?? 'it was not sent'}; it is ${shownOf(field)}; the original value ${before} was not restored`;
    report(field, why);
  }
  if (present === undefined && fields.length === 0) {
    report(
      '*',
      'it cannot be read, so whether a write changed a field that it did not name is unknown',
    );
  }
  const besides = changedBesides(restoration.journal, original, present, each.found);
  for (const field of besides.filter((name) => !fields.includes(name))) {
    const before = valueText(values[field], client.redaction);
    report(
      field,
      `it is ${shownOf(field)}, and was ${before} before the run, which did not send it: a write may have changed it, or another client`,
    );
  }
}

function heldOf(
  { original, fields }: PutBack,
  present: Record<string, unknown> | undefined,
): string[] {
  if (present === undefined) return [];
  const isHeld = (field: string) =>
    Object.hasOwn(present, field) && isEqualOrBlank(original.values[field], present[field]);
  return fields.filter(isHeld);
}
