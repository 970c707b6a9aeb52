import { type Version, WRITABLE_VERSIONS } from '../../specification/versions.js';
import { Api } from '../api.js';
import type { Client } from '../client/client.js';
import { fieldsAt, type PermittedWrites } from '../client/permitted-writes.js';
import type { JournalContents, JournalEntry } from '../journal-entry.js';
import type { Role } from '../role.js';
import { inconclusive } from '../violation.js';
import type { Restored } from './outcome.js';
import { valuesOf } from './values.js';

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
  put: PutBack[];
  /** The paths of objects that the run created and that their lists still show. */
  listed: Set<string>;
  /** The bundles that returned 404 to a first look: a read may be late. */
  absent: MadeObject[];
  /** What the user decided about objects with values of others. */
  decided: Decided;
  /** Why a role may not restore, by role; undefined if it may. */
  accounts: Map<Role, string | undefined>;
  /** Whether the run itself restores, with the credentials that it had. */
  isOfRun: boolean;
}

/** An object that the run created. */
export interface MadeObject {
  entry: JournalEntry<'creating'>;
  id: number;
}

/** The objects, by their paths below `/api/{v}/`, of which a user decided what becomes of values of others. */
export interface Decided {
  /** They get their old values all the same. */
  overwrite: readonly string[];
  /** They stay as they are. */
  keep: readonly string[];
}

/** An object whose old values were sent. */
export interface PutBack {
  original: JournalEntry<'original'>;
  fields: readonly string[];
  /** The values that it showed before that; undefined if it could not be read. */
  found?: Record<string, unknown>;
  /** The last write of each field: its method and its status, or why it has none. */
  said: Map<string, string>;
  /** The fields that had their old values when it was first looked at. */
  held?: readonly string[];
}

/** An API of one version and role, without evidence. */
export function apiOf(
  { client }: Restoration,
  { version, role }: Pick<JournalEntry<'original' | 'creating'>, 'version' | 'role'>,
): Api {
  return new Api(version, role, client);
}

/**
 * The values of an object now, in the first version that shows all writable fields that the journal has, or else
 * the first that shows any; undefined if none does. `look` makes the query another one, so that no cached response
 * is returned.
 */
export async function readObject(
  restoration: Restoration,
  original: JournalEntry<'original'>,
  look: string,
): Promise<Record<string, unknown> | undefined> {
  const { object, version } = original;
  const isRefused = new Set<boolean>();
  const query = { look: `${restoration.journal.head.run}-${look}` };
  const known = fieldsAt(object).filter((field) => Object.hasOwn(original.values, field));
  restoration.client.forgetReads();
  let partial: Record<string, unknown> | undefined;
  for (const each of new Set<Version>([version, ...WRITABLE_VERSIONS])) {
    const api = apiOf(restoration, { ...original, version: each });
    const { status, json } = await api.get(`${object}/`, { query });
    if (status !== 200) isRefused.add([401, 403, 404].includes(status));
    const values = valuesOf(object, json);
    const shown = known.filter((field) => Object.hasOwn(values, field));
    if (status !== 200 || shown.length === 0) continue;
    if (shown.length === known.length) return values;
    partial ??= values;
  }
  // A value that the run wrote may make an object unreadable, but does not hide it.
  if (partial === undefined && isRefused.size === 1 && isRefused.has(true)) {
    inconclusive(`${object} can no longer be read as ${original.role}, so it was not changed`);
  }
  return partial;
}
