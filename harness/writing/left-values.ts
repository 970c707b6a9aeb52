import type { Version } from '../../specification/versions.js';
import { TransportError } from '../client/transport-error.js';
import { isObject } from '../place.js';
import { type OwnedObject, valuesOf, withoutSecrets } from './originals.js';
import type { WriteSession } from './session.js';

/**
 * Notes the values of an object right after a write, with a read that the next reads share. A field with
 * its old value may change later if the write was accepted, or its response was lost. Without a readable
 * object, every value sent may have taken effect.
 */
export async function noteLeft(
  session: WriteSession,
  owned: OwnedObject,
  version: Version,
  isAccepted: boolean,
): Promise<void> {
  const { object } = owned;
  const state = session.states.get(object);
  const present = await presentValues(session, owned, version);
  if (state === undefined || present === undefined) return;
  // The instance may also store fields that are not writable.
  const isNoted = (field: string) => owned.writable.includes(field) || state.wrote(field);
  const own = Object.fromEntries(Object.entries(present).filter(([field]) => isNoted(field)));
  const values = isAccepted ? state.settled(own) : own;
  state.read(version, values);
  session.journal.note({ entry: 'left', object, version, values });
}

/** Undefined if the object cannot be read, or another one is returned. */
async function presentValues(
  session: WriteSession,
  { object, role }: OwnedObject,
  version: Version,
): Promise<Record<string, unknown> | undefined> {
  try {
    const { status, json } = await session.reader(version, role).get(`${object}/`);
    if (status !== 200 || !isObject(json)) return undefined;
    const isSame = json.id === undefined || String(json.id) === object.split('/').at(-1);
    return isSame ? withoutSecrets(valuesOf(object, json), session) : undefined;
  } catch (error) {
    if (error instanceof TransportError) return undefined;
    throw error;
  }
}
