import type { Version } from '../../specification/versions.js';
import { type fieldsOf, flattened } from '../client/body.js';
import { TransportError } from '../client/transport-error.js';
import type { CreatingEntry } from '../journal-entry.js';
import { isObject } from '../place.js';
import { Inconclusive } from '../violation.js';
import type { OwnedObject } from './originals.js';
import { couldBe, idOf, rowsOf, Unreadable } from './own-rows.js';
import { mayBeShownAs } from './same-value.js';
import type { WriteSession } from './session.js';

const UNKNOWN = 'its answer was lost, and whether it had its effect could not be looked up';

/** Looks up whether a write whose answer was lost had its effect. Returns a clause that says so. */
export async function lookUpWritten(
  session: WriteSession,
  version: Version,
  path: string,
  sent: ReturnType<typeof fieldsOf>,
  owned: OwnedObject | undefined,
): Promise<string> {
  return looking(async () => {
    const role = owned?.role ?? 'user';
    const answer = await session.reader(version, role).get(`${owned?.object ?? path}/`);
    if (answer.status === 404) return 'its answer was lost, and there is no such object';
    if (answer.status !== 200 || !isObject(answer.json)) return UNKNOWN;
    const shown = flattened(answer.json);
    const named = Object.keys(sent).filter((field) => Object.hasOwn(shown, field));
    const took =
      named.length > 0 && named.every((field) => mayBeShownAs(sent[field], shown[field]));
    return `its answer was lost, and ${took ? 'it had its effect' : 'what it would have written is not there'}`;
  });
}

/** The same for what was to be made; what is found counts as made by this run from now on. */
export async function lookUpMade(session: WriteSession, entry: CreatingEntry): Promise<string> {
  return looking(async () => {
    const made = await findMade(session, entry);
    if (made === undefined) return `its answer was lost, and no such ${entry.kind} is there`;
    session.madeIt(entry, made);
    return `its answer was lost, and it made the ${entry.kind} ${made}`;
  });
}

async function findMade(session: WriteSession, entry: CreatingEntry): Promise<number | undefined> {
  const { version, role, collection, kind, values } = entry;
  session.client.forgetReads();
  const user = session.targets.users[role];
  const own = user && 'value' in user ? user.value : undefined;
  const rows = await rowsOf(session.reader(version, role), collection, own);
  const ids = rows.filter((row) => couldBe(row, kind, values)).map(idOf);
  return ids.find((id) => id !== undefined && session.isNew(entry, id));
}

async function looking(look: () => Promise<string>): Promise<string> {
  try {
    return await look();
  } catch (error) {
    const failed =
      error instanceof TransportError ||
      error instanceof Unreadable ||
      error instanceof Inconclusive;
    if (failed) return UNKNOWN;
    throw error;
  }
}
