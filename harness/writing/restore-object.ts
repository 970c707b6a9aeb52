import { type Version, WRITABLE_VERSIONS } from '../../specification/versions.js';
import { Api } from '../api.js';
import type { Answer } from '../client/answer.js';
import { nested } from '../client/body.js';
import type { Client } from '../client/client.js';
import type { PermittedWrites } from '../client/permitted-writes.js';
import type { CreatingEntry, JournalContents, OriginalEntry } from '../journal-entry.js';
import { isObject } from '../place.js';
import { foundText, valueText } from './conflict.js';
import { type ForeignValue, type KnownState, stateAfter } from './known-state.js';
import { valuesOf, writableOf } from './originals.js';
import { objectOf, type Restored } from './outcome.js';
import { identical, mayBeShownAs } from './same-value.js';

/** A running restoration. */
export interface Restoration {
  client: Client;
  permitted: PermittedWrites;
  journal: JournalContents;
  outcome: Restored;
  /** The URL of an object or a list on the instance of the journal. */
  urlOf(version: Version, object: string): string;
  /** Whether the run itself restores: it writes nothing more to objects that another client changed. */
  duringRun: boolean;
  /** The objects that were restored, to be verified at the end. */
  done: RestoredObject[];
}

/** An object that was restored, the fields that the run wrote, and those that were put back. */
export interface RestoredObject {
  original: OriginalEntry;
  fields: readonly string[];
  put: readonly string[];
}

/** An API of one version and role, without evidence. */
export function apiOf(
  { client }: Restoration,
  { version, role }: Pick<OriginalEntry | CreatingEntry, 'version' | 'role'>,
): Api {
  return new Api(version, role, client, new Set(), role);
}

/**
 * Restores the fields of an object. If a writable field has a value that this run did not leave there,
 * another client changed the object: nothing is written to it, and the fields that do not have their
 * original values are reported.
 */
export async function restoreObject(
  restoration: Restoration,
  original: OriginalEntry,
): Promise<void> {
  const { journal, outcome } = restoration;
  const written = fieldsWritten(restoration, original);
  if (written.length === 0) return;
  const url = restoration.urlOf(original.version, original.object);
  const state = stateAfter(journal.entries, original);
  const left = await readObject(restoration, original, state.version);
  const { values: present, status } =
    state.version === original.version
      ? left
      : await readObject(restoration, original, original.version);
  const replaced = whyReplaced(restoration, original, present);
  if (replaced !== undefined) {
    outcome.notRestored.push({ url, field: '*', why: replaced });
    return;
  }
  const isForeign = foreignIn(original, state, left.values).length > 0;
  if (isForeign || isAbandoned(restoration, original)) {
    abandon(restoration, original, state, present);
    return;
  }
  const put: string[] = [];
  for (const field of new Set([...written, ...writableOf(original.object)])) {
    // If the object cannot be read, a written value may be the cause.
    if (present === undefined) put.push(...(written.includes(field) ? [field] : []));
    else if (identical(present[field], original.values[field])) continue;
    else if (written.includes(field) && isOwn(original, state, field, present)) put.push(field);
    else {
      const why = 'it has changed, but was not written by this run';
      outcome.notRestored.push({ url, field, why });
    }
  }
  if (put.length > 0) await putBack(restoration, original, put, status);
  restoration.done.push({ original, fields: written, put });
}

/** The fields in which another client left a value: neither that of this run nor the original. */
function foreignIn(
  { object, values }: OriginalEntry,
  state: KnownState,
  present: Record<string, unknown> = {},
): ForeignValue[] {
  return state
    .foreign(present, writableOf(object))
    .filter(({ field, found }) => !mayBeShownAs(values[field], found));
}

/** The writable fields were compared before; the instance may also store others that were sent. */
function isOwn(
  { object }: OriginalEntry,
  state: KnownState,
  field: string,
  present: Record<string, unknown>,
): boolean {
  if (state.isUnexplained(field)) return false;
  return writableOf(object).includes(field) || state.isOwn(field, present[field]);
}

/** The run itself writes nothing more to an object that another client changed. */
function isAbandoned({ journal, duringRun }: Restoration, { object }: OriginalEntry): boolean {
  return (
    duringRun &&
    journal.entries.some((entry) => entry.entry === 'conflict' && entry.object === object)
  );
}

/** Reports the fields of an object that another client changed; it is left as it is. */
function abandon(
  restoration: Restoration,
  original: OriginalEntry,
  state: KnownState,
  present: Record<string, unknown> | undefined,
): void {
  const { outcome, client } = restoration;
  const url = restoration.urlOf(original.version, original.object);
  noteConflict(restoration, original);
  if (present === undefined) {
    const why = 'another client changed this object, and it cannot be read now; not restored';
    outcome.notRestored.push({ url, field: '*', why });
    return;
  }
  const changed = writableOf(original.object).filter(
    (field) => !identical(present[field], original.values[field]),
  );
  for (const field of changed) {
    const found = present[field];
    const what = state.isOwn(field, found)
      ? `it has the value ${valueText(found, client.redaction)} of this run, but another client changed this object`
      : `another client changed it since: ${foundText({ field, found, left: state.left(field) }, client.redaction)}`;
    const before = valueText(original.values[field], client.redaction);
    outcome.notRestored.push({ url, field, why: `${what}; not restored to ${before}` });
  }
  if (changed.length > 0) return;
  const why =
    'another client changed this object during the run, which wrote nothing more to it; it has its original values now';
  outcome.notRestored.push({ url, field: '*', why });
}

/**
 * Reads an object again after everything was restored, and reports the fields that another client
 * changed since.
 */
export async function verifyRestored(
  restoration: Restoration,
  { original, fields, put }: RestoredObject,
): Promise<void> {
  const { client, outcome } = restoration;
  const url = restoration.urlOf(original.version, original.object);
  const isReported = (field: string) =>
    outcome.notRestored.some((each) => each.url === url && [field, '*'].includes(each.field));
  const { values: present } = await readObject(restoration, original, original.version);
  for (const field of fields.filter((each) => !isReported(each))) {
    const before = original.values[field];
    if (present !== undefined && mayBeShownAs(before, present[field])) continue;
    if (put.includes(field)) outcome.restored -= 1;
    const found =
      present === undefined ? 'unreadable' : valueText(present[field], client.redaction);
    const why = `it had its original value ${valueText(before, client.redaction)} again, but is ${found} now: another client changed it`;
    outcome.notRestored.push({ url, field, why });
    noteConflict(restoration, original);
  }
}

function noteConflict({ outcome, urlOf }: Restoration, original: OriginalEntry): void {
  const url = urlOf(original.version, original.object);
  const known = outcome.conflicts ?? [];
  // The run may have noticed it in another version.
  if (known.some((each) => objectOf(each) === original.object)) return;
  outcome.conflicts = [...known, url];
}

/** The identifying fields of an object. */
const IDENTIFYING = ['id', 'username', 'link_name', 'msgid'];

/** Reports that another object is at the URL than the run wrote; undefined if it is the same. */
function whyReplaced(
  { journal }: Restoration,
  { object, values }: OriginalEntry,
  present: Record<string, unknown> | undefined,
): string | undefined {
  const written = valuesWritten(journal, object);
  const field = IDENTIFYING.find(
    (name) =>
      present !== undefined &&
      Object.hasOwn(values, name) &&
      Object.hasOwn(present, name) &&
      // The instance may have accepted a value that it should have refused.
      ![values[name], ...(written.get(name) ?? [])].some((each) => identical(each, present[name])),
  );
  return field === undefined
    ? undefined
    : `another object is at this URL now (its ${field} differs); not changed`;
}

/**
 * All fields at once; if that is refused, one by one, so that a single field does not block the
 * others.
 */
async function putBack(
  restoration: Restoration,
  original: OriginalEntry,
  fields: readonly string[],
  statusBefore: number,
): Promise<void> {
  const { outcome, journal } = restoration;
  const url = restoration.urlOf(original.version, original.object);
  const state = stateAfter(journal.entries, original);
  const isFree = async () => {
    const left = await readObject(restoration, original, state.version);
    return foreignIn(original, state, left.values).length === 0;
  };
  // The object was read just now.
  let status = await write(restoration, original, fields, 'original', isFree);
  if (status !== 200) {
    for (const field of fields) {
      if (!(await isFree())) break;
      status = await write(restoration, original, [field], 'original', isFree);
      // Blank is returned as null, but some instances accept only an empty string.
      if (status !== 200 && original.values[field] === null) {
        status = await write(restoration, original, [field], 'empty', isFree);
      }
    }
  }
  const { values: present = {} } = await readObject(restoration, original, original.version);
  for (const field of fields) {
    if (mayBeShownAs(original.values[field], present[field])) outcome.restored += 1;
    else {
      const before = statusBefore === 200 ? '' : `, reading it ${statusBefore} before`;
      const why = `PATCH returned ${status}${before}; the original value was not restored`;
      outcome.notRestored.push({ url, field, why });
    }
  }
}

async function write(
  restoration: Restoration,
  original: OriginalEntry,
  fields: readonly string[],
  how: 'original' | 'empty',
  mayRepeat: () => Promise<boolean>,
): Promise<number> {
  const pairs = fields.map((field) => [field, how === 'empty' ? '' : original.values[field]]);
  const answer = await restoration.client.write({
    role: original.role,
    method: 'PATCH',
    path: apiOf(restoration, original).path(`${original.object}/`),
    body: { json: nested(Object.fromEntries(pairs)) },
    beforeSending: () => {},
    mayRepeat,
  });
  return answer.status;
}

/**
 * The current object, in the first version that returns it, `preferred` first; without values if none
 * does.
 */
async function readObject(
  restoration: Restoration,
  original: OriginalEntry,
  preferred: Version,
): Promise<{ values?: Record<string, unknown>; status: number }> {
  restoration.client.forgetReads();
  const versions = new Set<Version>([preferred, original.version, ...WRITABLE_VERSIONS]);
  let first: Answer | undefined;
  for (const version of versions) {
    const answer = await apiOf(restoration, { ...original, version }).get(`${original.object}/`);
    const usable = answer.status === 200 && isObject(answer.json);
    const values = valuesOf(original.object, answer.json);
    const whole = writableOf(original.object).some((field) => Object.hasOwn(values, field));
    if (usable && whole) return { values, status: 200 };
    first ??= answer;
  }
  return { status: first?.status ?? 0 };
}

/** The fields with an original value that the run wrote. */
function fieldsWritten({ journal }: Restoration, { object, values }: OriginalEntry): string[] {
  const sent = journal.entries.flatMap((entry) =>
    entry.entry === 'write' && entry.object === object ? Object.keys(entry.values) : [],
  );
  return [...new Set(sent)].filter((field) => Object.hasOwn(values, field));
}

/** All values that the run wrote to each field, as sent and as returned. */
function valuesWritten({ entries }: JournalContents, object: string): Map<string, unknown[]> {
  const written = new Map<string, unknown[]>();
  for (const entry of entries) {
    if (entry.entry !== 'write' && entry.entry !== 'left') continue;
    if (entry.object !== object) continue;
    for (const [field, value] of Object.entries(entry.values)) {
      written.set(field, [...(written.get(field) ?? []), value]);
    }
  }
  return written;
}
