import { shown } from '../expect.js';
import { isObject } from '../place.js';
import type { Redaction } from '../redaction.js';
import { Inconclusive } from '../violation.js';
import type { ForeignValue } from './known-state.js';
import { type OwnedObject, valuesOf } from './originals.js';
import type { WriteSession } from './session.js';

/** The longest value in a message, in characters. */
const LONGEST_VALUE = 80;

/** Another client changed an object during the run: nothing more is written to it. */
export class ChangedByAnother extends Inconclusive {}

/**
 * Throws a ChangedByAnother if an object has a value that this run did not leave there. To be called
 * right before each write: the object is read now, unless that was the last request, and later than
 * the exchange `after`, with which the write began. An object that cannot be
 * read may have been broken by a write of this run, and passes.
 */
export async function demandUnchanged(
  session: WriteSession,
  { object, role, writable }: OwnedObject,
  after = session.client.lastExchange,
): Promise<void> {
  const state = session.states.get(object);
  if (state === undefined) return;
  const answer = await session.readNow(state.version, role, `${object}/`, after);
  if (answer.status !== 200 || !isObject(answer.json)) return;
  const foreign = state.foreign(valuesOf(object, answer.json), writable);
  if (foreign.length === 0) return;
  const changes = foreign.map((each) => foundText(each, session.client.redaction)).join('; ');
  const conflict = new ChangedByAnother(
    `another client changed ${object} during the run: ${changes}; nothing more was written to it`,
  );
  session.journal.append({ entry: 'conflict', object, version: state.version });
  session.conflicts.set(object, conflict);
  throw conflict;
}

/** Throws the ChangedByAnother of an object that another client was seen to change. */
export function demandNoConflict({ conflicts }: WriteSession, object: string): void {
  const conflict = conflicts.get(object);
  if (conflict !== undefined) throw conflict;
}

/** A value of another client, and what this run had left. */
export function foundText({ field, found, left }: ForeignValue, redaction: Redaction): string {
  return `${field} is ${valueText(found, redaction)}, this run had left ${valueText(left, redaction)}`;
}

/** A masked, short value. */
export function valueText(value: unknown, redaction: Redaction): string {
  return redaction.text(shown(value, LONGEST_VALUE));
}
