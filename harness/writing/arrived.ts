import type { Api } from '../api.js';
import { fieldsOf } from '../client/body.js';
import { idAt, isUnknown, writableAt } from '../client/permitted-writes.js';
import { TransportError } from '../client/transport-error.js';
import { instead } from '../instead.js';
import type { Role } from '../role.js';
import { mayBeShownAs } from '../same-value.js';
import type { Wanted, WriteSession } from './session.js';
import { valuesOf } from './values.js';

/** The role that can read an object that the run may write. */
export function readerOf(session: WriteSession, object: string): Role {
  const { resource, by } = writableAt(object);
  return resource === 'bundle' ? session.makerOf(Number(idAt(object))) : by;
}

/**
 * Whether a read shows that a change did not arrive: the object is there, and shows another value of a field than the
 * one that was sent. What shows in no field does the same when it is sent again.
 */
export async function didNotArrive(
  session: WriteSession,
  { version }: Api,
  { method, body }: Wanted,
  object: string,
): Promise<boolean> {
  if (isUnknown(object)) return true;
  await session.untilShown();
  session.client.forgetReads();
  const reader = session.reader(version, readerOf(session, object));
  const answer = await reader.get(`${object}/`).catch(instead(undefined, TransportError));
  if (answer?.status !== 200) return false;
  if (method === 'DELETE') return true;
  const shown = valuesOf(object, answer.json);
  const sent = Object.entries(fieldsOf(body)).filter(([field]) => Object.hasOwn(shown, field));
  return sent.length === 0 || sent.some(([field, value]) => !mayBeShownAs(value, shown[field]));
}
