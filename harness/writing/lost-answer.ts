import type { Version } from '../../specification/versions.js';
import type { fieldsOf } from '../client/body.js';
import { TransportError } from '../client/transport-error.js';
import type { CreatingEntry } from '../journal-entry.js';
import { isObject, type JsonObject } from '../place.js';
import { Inconclusive } from '../violation.js';
import { type OwnedObject, valuesOf } from './originals.js';
import { couldBe, idOf, isTelling, rowsOf, Unreadable } from './own-rows.js';
import { mayBeShownAs } from './same-value.js';
import type { WriteSession } from './session.js';

const UNKNOWN = 'its effect could not be determined';

/** The result of looking for a created object; `says` is a clause. */
export interface Looked {
  made: 'yes' | 'no' | 'unknown';
  says: string;
}

/** Nothing can have been created, because the parent does not exist. */
export const NONE_MADE: Looked = { made: 'no', says: 'its parent does not exist' };

/** Looks up the effect of a write whose response was lost. Returns a clause. */
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
    const shown = valuesOf(path, answer.json);
    const named = Object.keys(sent).filter((field) => Object.hasOwn(shown, field));
    const took =
      named.length > 0 && named.every((field) => mayBeShownAs(sent[field], shown[field]));
    return took ? 'it took effect' : 'it had no effect';
  });
  return found ?? UNKNOWN;
}

/** The same for a creation; a found object counts as created by this run. */
export async function lookUpMade(session: WriteSession, entry: CreatingEntry): Promise<Looked> {
  const { kind, values } = entry;
  const unknown: Looked = { made: 'unknown', says: UNKNOWN };
  const found = await looking(async (): Promise<Looked> => {
    const fresh = await newRows(session, entry);
    const id = fresh.filter((row) => couldBe(row, kind, values)).map(idOf)[0];
    if (id !== undefined) {
      session.madeIt(entry, id);
      return { made: 'yes', says: `it created the ${kind} ${id}` };
    }
    // A body without identifying fields could have created any of them.
    if (fresh.length > 0 && !isTelling(kind, values)) return unknown;
    return { made: 'no', says: `no such ${kind} was created` };
  });
  return found ?? unknown;
}

/** The objects of a role in a collection that are new. */
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

/** Undefined if the instance could not be read. */
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
