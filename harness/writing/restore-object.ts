import { fieldsAt } from '../client/permitted-writes.js';
import type { JournalEntry } from '../journal-entry.js';
import { isEqualOrBlank, sameValue } from '../same-value.js';
import { putBack, putBackBlanked } from './put-back.js';
import { type Restoration, readObject } from './restoration.js';
import { valueText } from './values.js';
import {
  blankedBesides,
  changedBesides,
  isOfRun,
  isSameShown,
  valuesOfRun,
} from './values-of-run.js';

/**
 * Sends the old values of an object, also those that it shows already, because the read may be stale;
 * unless every write to it was refused. If a writable field has a value that is not of this run,
 * another client changed it: the object is left alone, and reported.
 */
export async function restoreObject(
  restoration: Restoration,
  original: JournalEntry<'original'>,
): Promise<void> {
  const { outcome, urlOf } = restoration;
  const { object, version, values } = original;
  const ofRun = valuesOfRun(restoration.journal, original);
  const { sent, isRefused, isUncertain, isUnreadable, written } = ofRun;
  if (sent.size === 0 || restoration.decided.keep.includes(object)) return;
  const present = await readObject(restoration, original, 'before');
  const url = urlOf(version, object);
  const isForced = restoration.decided.overwrite.includes(object);
  // Only what the run itself made unreadable is written without a look.
  if (present === undefined && !isForced && !(isUnreadable && written.length > 0)) {
    const why = `it cannot be read, so it was left alone: conformance restore puts it back once it can, with --overwrite ${object} at once`;
    const stored = written.filter((field) => ofRun.own.has(field));
    const fields = stored.length > 0 || !isUncertain ? stored : ['*'];
    for (const field of fields) outcome.notRestored.push({ url, field, why });
    return;
  }
  const other = IDENTIFYING.find(
    (name) =>
      present !== undefined &&
      Object.hasOwn(values, name) &&
      Object.hasOwn(present, name) &&
      // The instance may have accepted a value that it should have refused.
      ![values[name], ...(sent.get(name) ?? [])].some((each) => sameValue(each, present[name])),
  );
  if (other !== undefined) {
    const why = `another object is at this URL now (its ${other} differs); not changed`;
    outcome.notRestored.push({ url, field: '*', why });
    return;
  }
  const isChanged = (field: string) =>
    present !== undefined &&
    Object.hasOwn(values, field) &&
    !isSameShown(present[field], values[field]);
  // A read-only field that was accepted is put back as well.
  const changed = [...new Set([...fieldsAt(object), ...written])].filter(isChanged);
  const isShown = (field: string) => present !== undefined && Object.hasOwn(present, field);
  const isOwn = (field: string) => {
    const value = present?.[field];
    return (
      isForced ||
      // What it does not show any more is no value of another client.
      !isShown(field) ||
      isEqualOrBlank(values[field], value) ||
      isOfRun(restoration.journal, ofRun, field, value)
    );
  };
  // Where the run has changed nothing, what others have changed is no matter of its own.
  if (written.length === 0 && changed.length > 0 && !changed.some(isOwn) && !isUncertain) {
    // Each by itself, so that what others have changed stays.
    return putBackBlanked(restoration, original, present);
  }
  if (!changed.every(isOwn)) {
    const from = isUncertain ? 'is not known to be of this run' : 'was not written by this run';
    for (const field of changed) {
      leaveAlone(restoration, original, field, present?.[field], { isOwn: isOwn(field), from });
    }
    for (const field of blankedBesides(restoration.journal, original, present)) {
      leaveAlone(restoration, original, field, present?.[field], { isOwn: true, from });
    }
    return;
  }
  // A read-only field is not sent unless the instance changed it.
  const due = written.filter((field) => fieldsAt(object).includes(field) || isChanged(field));
  const fields = [...new Set([...due, ...changed])];
  if (fields.length > 0 && (!isRefused || fields.some(isChanged))) {
    await putBack(restoration, original, fields, present);
  } else if (changedBesides(restoration.journal, original, present).length > 0) {
    restoration.put.push({ original, fields: [], said: new Map() });
  }
  await putBackBlanked(restoration, original, present);
}

/** The identifying fields of an object. */
const IDENTIFYING = ['id', 'username', 'link_name', 'msgid'];

/** Reports a changed field of an object that is left alone, and how a person decides about it. */
export function leaveAlone(
  { outcome, client, urlOf }: Restoration,
  { object, version, values }: JournalEntry<'original'>,
  field: string,
  present: unknown,
  { isOwn = false, from = 'was not written by this run' } = {},
): void {
  const found = valueText(present, client.redaction);
  const what = isOwn
    ? `it still has the value ${found} of this run, but another field of the object`
    : `it has the value ${found}, which`;
  const before = valueText(values[field], client.redaction);
  const ways = `conformance restore with --overwrite ${object} puts the old values back, with --keep ${object} it accepts the present ones`;
  const why = `${what} ${from}; it was left alone; it was ${before} before: ${ways}`;
  outcome.notRestored.push({ url: urlOf(version, object), field, why });
}
