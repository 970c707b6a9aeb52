import type { Version } from '../../specification/versions.js';
import { type fieldsOf, flattened } from '../client/body.js';
import { TransportError } from '../client/transport-error.js';
import type { CreatingEntry } from '../journal-entry.js';
import { isObject, type JsonObject } from '../place.js';
import { Inconclusive } from '../violation.js';
import type { OwnedObject } from './originals.js';
import { couldBe, idOf, isTelling, rowsOf, Unreadable } from './own-rows.js';
import { mayBeShownAs } from './same-value.js';
import type { WriteSession } from './session.js';

const UNKNOWN = 'whether it had its effect could not be looked up';

/** What a look for something that may have been made came to; `says` is a clause. */
export interface Looked {
  made: 'yes' | 'no' | 'unknown';
  says: string;
}

/** Nothing can have been made: what it would have been made in is not there. */
export const NONE_MADE: Looked = { made: 'no', says: 'there is nothing to make it in' };

/** Looks up whether a write whose answer was lost had its effect. Returns a clause that says so. */
export async function lookUpWritten(
  session: WriteSession,
  version: Version,
  path: string,
  sent: ReturnType<typeof fieldsOf>,
  owned: OwnedObject | undefined,
): Promise<string> {
  const found = await looking(async () => {
    const role = owned?.role ?? 'user';
    const answer = await session.reader(version, role).get(`${owned?.object ?? path}/`);
    if (answer.status === 404) return 'there is no such object';
    if (answer.status !== 200 || !isObject(answer.json)) return UNKNOWN;
    const shown = flattened(answer.json);
    const named = Object.keys(sent).filter((field) => Object.hasOwn(shown, field));
    const took =
      named.length > 0 && named.every((field) => mayBeShownAs(sent[field], shown[field]));
    return took ? 'it had its effect' : 'what it would have written is not there';
  });
  return found ?? UNKNOWN;
}

/** The same for what was to be made; what is found counts as made by this run from now on. */
export async function lookUpMade(session: WriteSession, entry: CreatingEntry): Promise<Looked> {
  const { kind, values } = entry;
  const unknown: Looked = { made: 'unknown', says: UNKNOWN };
  const found = await looking(async (): Promise<Looked> => {
    const fresh = await newRows(session, entry);
    const id = fresh.filter((row) => couldBe(row, kind, values)).map(idOf)[0];
    if (id !== undefined) {
      session.madeIt(entry, id);
      return { made: 'yes', says: `it made the ${kind} ${id}` };
    }
    // What was made of a body that names nothing that tells could be any of them.
    if (fresh.length > 0 && !isTelling(kind, values)) return unknown;
    return { made: 'no', says: `no such ${kind} is there` };
  });
  return found ?? unknown;
}

/** What a role has in a collection, and had not before. */
async function newRows(session: WriteSession, entry: CreatingEntry): Promise<JsonObject[]> {
  const { version, role, collection } = entry;
  session.client.forgetReads();
  const user = session.targets.users[role];
  const own = user && 'value' in user ? user.value : undefined;
  const rows = await rowsOf(session.reader(version, role), collection, own);
  return rows.filter((row) => {
    const id = idOf(row);
    return id !== undefined && session.isNew(entry, id);
  });
}

/** Nothing where the instance could not be read. */
async function looking<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    const failed =
      error instanceof TransportError ||
      error instanceof Unreadable ||
      error instanceof Inconclusive;
    if (failed) return undefined;
    throw error;
  }
}
