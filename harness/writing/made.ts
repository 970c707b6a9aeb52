import type { Answer } from '../client/answer.js';
import { kindAt } from '../client/permitted-writes.js';
import type { JournalEntry } from '../journal-entry.js';
import { isObject } from '../place.js';
import { Inconclusive } from '../violation.js';
import { idOf } from './own-rows.js';
import type { WriteSession } from './session.js';

/** Records the response to a POST: the object in it was created by this run. */
export function noteMade(
  session: WriteSession,
  entry: JournalEntry<'creating'>,
  { status, json }: Answer,
): void {
  if (status >= 400 && status < 500) session.journal.note({ entry: 'refused', n: entry.n });
  const id = status < 400 ? idOf(json) : undefined;
  if (id === undefined) return;
  const object = `${entry.collection}/${id}`;
  const isPath = entry.kind === 'check' || kindAt(object) !== undefined;
  // An id that existed before belongs to another user, whatever the response says.
  if (isPath && session.isNew(entry, id)) {
    madeIt(session, entry, id, isObject(json) ? idOf(json.owner) : undefined);
    noteName(session, entry, object, json);
  } else if (!session.made.some((each) => each.kind === entry.kind && each.id === id)) {
    const what = isPath ? 'was there before' : 'has an id that no object can have';
    const why = `POST ${entry.collection}/ returned ${object}, which ${what}: nothing was written to it`;
    session.strayed.set(object, new Inconclusive(why, 'not-written'));
  }
}

/** The instance may store the name of a bundle in another form, which the response shows. */
function noteName(
  session: WriteSession,
  { kind }: JournalEntry<'creating'>,
  object: string,
  json: unknown,
): void {
  const name = isObject(json) ? json.name : undefined;
  if (kind !== 'bundle' || typeof name !== 'string') return;
  if (session.client.redaction.holdsSecret(name)) return;
  session.namesAt(object).push(name);
  session.journal.note({ entry: 'shown', object, values: { name } });
}

/** Records an object created by the run; `owner` is the user that it is shown to belong to. */
export function madeIt(
  session: WriteSession,
  entry: JournalEntry<'creating'>,
  id: number,
  owner?: number,
): void {
  const { n, kind, version, role, values } = entry;
  session.journal.note({ entry: 'created', n, id, owner });
  session.made.push({ kind, id, version, role: role === 'anonymous' ? 'user' : role, values });
  if (kind !== 'bundle') return;
  session.permitted.allow(`bundles/${id}`);
  if (values.name !== undefined) session.namesAt(`bundles/${id}`).push(values.name);
}
