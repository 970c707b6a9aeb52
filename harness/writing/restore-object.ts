import { type Version, WRITABLE_VERSIONS } from '../../specification/versions.js';
import { Api } from '../api.js';
import type { Answer } from '../client/answer.js';
import { nested } from '../client/body.js';
import type { Client } from '../client/client.js';
import type { PermittedWrites } from '../client/permitted-writes.js';
import type { CreatingEntry, JournalContents, OriginalEntry } from '../journal-entry.js';
import { isObject } from '../place.js';
import { valuesOf, writableOf } from './originals.js';
import { addressOf, type Restored } from './outcome.js';
import { identical, mayBeShownAs } from './same-value.js';

/** A running restoration. */
export interface Restoration {
  client: Client;
  permitted: PermittedWrites;
  journal: JournalContents;
  outcome: Restored;
}

/** An API of one version and role, without evidence. */
export function apiOf(
  { client }: Restoration,
  { version, role }: Pick<OriginalEntry | CreatingEntry, 'version' | 'role'>,
): Api {
  return new Api(version, role, client, new Set(), role);
}

/** Restores the fields of an object. */
export async function restoreObject(
  restoration: Restoration,
  original: OriginalEntry,
): Promise<void> {
  const { journal, outcome } = restoration;
  const written = valuesWritten(restoration, original.object);
  if (written.size === 0) return;
  const url = addressOf(journal.head.baseUrl, original.version, original.object);
  const { values: present, status } = await readObject(restoration, original);
  const stranger = strangerAt(original, present, written);
  if (stranger !== undefined) {
    outcome.notRestored.push({ url, field: '*', why: stranger });
    return;
  }
  const put: string[] = [];
  for (const [field, values] of written) {
    if (!Object.hasOwn(original.values, field)) continue;
    // If the object cannot be read, a written value may be the cause.
    if (present === undefined) put.push(field);
    else if (identical(present[field], original.values[field])) continue;
    else if (values.some((value) => mayBeShownAs(value, present[field]))) put.push(field);
    else
      outcome.notRestored.push({
        url,
        field,
        why: 'it was changed by another user since; not restored',
      });
  }
  for (const field of present === undefined ? [] : writableOf(original.object)) {
    if (written.has(field) || identical(present?.[field], original.values[field])) continue;
    const why = 'it has changed, but was not written by this run';
    outcome.notRestored.push({ url, field, why });
  }
  if (put.length > 0) await putBack(restoration, original, put, status);
}

/** The identifying fields of an object. */
const IDENTIFYING = ['id', 'username', 'link_name', 'msgid'];

/** Reports that another object is at the URL than the run wrote; undefined if it is the same. */
function strangerAt(
  { values }: OriginalEntry,
  present: Record<string, unknown> | undefined,
  written: ReadonlyMap<string, unknown[]>,
): string | undefined {
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
  const url = addressOf(journal.head.baseUrl, original.version, original.object);
  let status = await write(restoration, original, fields, 'original');
  if (status !== 200) {
    for (const field of fields) {
      status = await write(restoration, original, [field], 'original');
      // Blank is returned as null, but some instances accept only an empty string.
      if (status !== 200 && original.values[field] === null) {
        status = await write(restoration, original, [field], 'empty');
      }
    }
  }
  const { values: present = {} } = await readObject(restoration, original);
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
): Promise<number> {
  const pairs = fields.map((field) => [field, how === 'empty' ? '' : original.values[field]]);
  const answer = await restoration.client.write({
    role: original.role,
    method: 'PATCH',
    path: apiOf(restoration, original).path(`${original.object}/`),
    body: { json: nested(Object.fromEntries(pairs)) },
    beforeSending: () => {},
  });
  return answer.status;
}

/** The current object, in the first version that returns it; without values if none does. */
async function readObject(
  restoration: Restoration,
  original: OriginalEntry,
): Promise<{ values?: Record<string, unknown>; status: number }> {
  restoration.client.forgetReads();
  const others = WRITABLE_VERSIONS.filter((version) => version !== original.version);
  let first: Answer | undefined;
  for (const version of [original.version, ...others] satisfies Version[]) {
    const answer = await apiOf(restoration, { ...original, version }).get(`${original.object}/`);
    const usable = answer.status === 200 && isObject(answer.json);
    const values = valuesOf(original.object, answer.json);
    const whole = writableOf(original.object).some((field) => Object.hasOwn(values, field));
    if (usable && whole) return { values, status: 200 };
    first ??= answer;
  }
  return { status: first?.status ?? 0 };
}

/** All values that the run wrote to each field, as sent and as returned. */
function valuesWritten({ journal }: Restoration, object: string): Map<string, unknown[]> {
  const written = new Map<string, unknown[]>();
  for (const entry of journal.entries) {
    if (entry.entry !== 'write' && entry.entry !== 'left') continue;
    if (entry.object !== object) continue;
    for (const [field, value] of Object.entries(entry.values)) {
      written.set(field, [...(written.get(field) ?? []), value]);
    }
  }
  return written;
}
