import { type Version, WRITABLE_VERSIONS } from '../../specification/versions.js';
import { Api } from '../api.js';
import { nested } from '../client/body.js';
import type { Client } from '../client/client.js';
import { fieldsAt, type PermittedWrites } from '../client/permitted-writes.js';
import { TransportError } from '../client/transport-error.js';
import type { CreatingEntry, JournalContents, OriginalEntry } from '../journal-entry.js';
import { mayBeShownAs, sameValue } from '../same-value.js';
import type { Restored } from './outcome.js';
import { isTemporary } from './temporary-values.js';
import { valuesOf, valueText } from './values.js';
import { valuesOfRun } from './values-of-run.js';

/** A running restoration. */
export interface Restoration {
  client: Client;
  permitted: PermittedWrites;
  journal: JournalContents;
  outcome: Restored;
  /** How long reads may show what was before a write, in milliseconds. */
  lookMs: number;
  /** The URL of an object or a list on the instance of the journal. */
  urlOf(version: Version, object: string): string;
  /** The objects whose old values were sent, which are looked at twice. */
  put: RestoredObject[];
  /** The paths of objects that the run created and that their lists still show. */
  listed: Set<string>;
}

/** An object whose old values were sent. */
interface RestoredObject {
  original: OriginalEntry;
  fields: readonly string[];
  /** The status of the write, or why it has none. */
  status: number | string;
  /** The fields that had their old values when it was first looked at. */
  held?: readonly string[];
}

/** An API of one version and role, without evidence. */
export function apiOf(
  { client }: Restoration,
  { version, role }: Pick<OriginalEntry | CreatingEntry, 'version' | 'role'>,
): Api {
  return new Api(version, role, client);
}

/**
 * Sends the old values of an object, also those that it shows already, because the read may be stale;
 * unless every write to it was refused. If a writable field has a value that is not of this run,
 * another client changed it: the object is left alone, and reported.
 */
export async function restoreObject(
  restoration: Restoration,
  original: OriginalEntry,
): Promise<void> {
  const { outcome, urlOf } = restoration;
  const { object, version, values } = original;
  const { sent, shown, isRefused, written } = valuesOfRun(restoration.journal, original);
  if (sent.size === 0) return;
  const present = await readObject(restoration, original, 'before');
  const url = urlOf(version, object);
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
    !sameValue(present[field], values[field]);
  const changed = fieldsAt(object).filter(isChanged);
  const isShown = (field: string) => present !== undefined && Object.hasOwn(present, field);
  const isOwn = (field: string) => {
    const value = present?.[field];
    return (
      // What it does not show any more is no value of another client.
      !isShown(field) ||
      mayBeShownAs(values[field], value) ||
      isTemporary(value) ||
      sent.get(field)?.some((each) => mayBeShownAs(each, value)) === true ||
      shown.get(field)?.some((each) => sameValue(each, value)) === true
    );
  };
  if (!changed.every(isOwn)) {
    for (const field of changed)
      leaveAlone(restoration, original, field, present?.[field], isOwn(field));
    return;
  }
  // A read-only field is not sent unless the instance changed it.
  const due = written.filter((field) => fieldsAt(object).includes(field) || isChanged(field));
  const fields = [...new Set([...due, ...changed])];
  if (fields.length > 0 && (!isRefused || fields.some(isChanged))) {
    await putBack(restoration, original, fields);
  }
}

/** The identifying fields of an object. */
const IDENTIFYING = ['id', 'username', 'link_name', 'msgid'];

/** Reports a changed field of an object that is left alone, with a command that restores it. */
export function leaveAlone(
  { outcome, client, urlOf }: Restoration,
  { object, version, role, values }: OriginalEntry,
  field: string,
  present: unknown,
  isOwn = false,
): void {
  const found = valueText(present, client.redaction);
  const what = isOwn
    ? `it still has the value ${found} of this run, but another field of the object`
    : `it has the value ${found}, which`;
  const before = valueText(values[field], client.redaction);
  const body = { json: nested({ [field]: values[field] }) };
  const curl = client.curl({ role, method: 'PATCH', path: `/api/${version}/${object}/`, body });
  const why = `${what} was not written by this run; it was left alone; it was ${before} before: ${curl}`;
  outcome.notRestored.push({ url: urlOf(version, object), field, why });
}

/** Sends all fields at once; if that is refused, one by one, so that one does not block the others. */
export async function putBack(
  restoration: Restoration,
  original: OriginalEntry,
  fields: readonly string[],
): Promise<void> {
  let status = await write(restoration, original, fields);
  if (typeof status === 'number' && status >= 300) {
    for (const field of fields) {
      status = await write(restoration, original, [field]);
      // Blank is returned as null, but some instances accept only an empty string.
      if (!(Number(status) < 300) && original.values[field] === null) {
        status = await write(restoration, { ...original, values: { [field]: '' } }, [field]);
      }
    }
  }
  restoration.put.push({ original, fields, status });
}

/** Looks for the first time at all objects whose old values were sent. */
export async function lookFirst(restoration: Restoration): Promise<void> {
  for (const each of restoration.put) {
    each.held = heldOf(each, await readObject(restoration, each.original, 'first'));
  }
}

/** Looks for the last time, and reports the fields that do not show their old values. */
export async function lookLast(restoration: Restoration, each: RestoredObject): Promise<void> {
  const { client, outcome, urlOf } = restoration;
  const { original, fields, status, held = [] } = each;
  const { version, object, values } = original;
  const present = await readObject(restoration, original, 'last');
  const shows = heldOf(each, present);
  outcome.restored += shows.length;
  for (const field of fields.filter((name) => !shows.includes(name))) {
    const isShown = present !== undefined && Object.hasOwn(present, field);
    const found = isShown
      ? valueText(present[field], client.redaction)
      : `not shown${present === undefined ? ', since the object cannot be read' : ''}`;
    const before = valueText(values[field], client.redaction);
    const why = held.includes(field)
      ? `it had its original value ${before} again, but is ${found} now: another client changed it`
      : `${typeof status === 'number' ? `PATCH returned ${status}` : status}; it is ${found}; the original value ${before} was not restored`;
    outcome.notRestored.push({ url: urlOf(version, object), field, why });
  }
}

function heldOf(
  { original, fields }: RestoredObject,
  present: Record<string, unknown> | undefined,
): string[] {
  if (present === undefined) return [];
  const isHeld = (field: string) =>
    Object.hasOwn(present, field) && mayBeShownAs(original.values[field], present[field]);
  return fields.filter(isHeld);
}

async function write(
  restoration: Restoration,
  original: OriginalEntry,
  fields: readonly string[],
): Promise<number | string> {
  const pairs = fields.map((field) => [field, original.values[field]]);
  try {
    const { status } = await restoration.client.write({
      role: original.role,
      method: 'PATCH',
      path: apiOf(restoration, original).path(`${original.object}/`),
      body: { json: nested(Object.fromEntries(pairs)) },
      beforeSending: () => {},
      isRepeatable: true,
    });
    return status;
  } catch (error) {
    // The object is looked at, whatever became of the write.
    if (error instanceof TransportError) return error.message;
    throw error;
  }
}

/**
 * The values of an object now, in the first version that shows all writable fields that the journal has, or else
 * the first that shows any; undefined if none does. `look` makes the query another one, so that no cached response
 * is returned.
 */
async function readObject(
  restoration: Restoration,
  original: OriginalEntry,
  look: 'before' | 'first' | 'last',
): Promise<Record<string, unknown> | undefined> {
  const { object, version } = original;
  const query = { look: `${restoration.journal.head.run}-${look}` };
  const known = fieldsAt(object).filter((field) => Object.hasOwn(original.values, field));
  restoration.client.forgetReads();
  let partial: Record<string, unknown> | undefined;
  for (const each of new Set<Version>([version, ...WRITABLE_VERSIONS])) {
    const api = apiOf(restoration, { ...original, version: each });
    const { status, json } = await api.get(`${object}/`, { query });
    const values = valuesOf(object, json);
    const shown = known.filter((field) => Object.hasOwn(values, field));
    if (status !== 200 || shown.length === 0) continue;
    if (shown.length === known.length) return values;
    partial ??= values;
  }
  return partial;
}
