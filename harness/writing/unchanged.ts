import type { Api } from '../api.js';
import { type Answer, named } from '../client/answer.js';
import { nested } from '../client/body.js';
import { fieldsAt, idAt } from '../client/permitted-writes.js';
import { at, isObject, seen } from '../place.js';
import { sameValue } from '../same-value.js';
import { inconclusive } from '../violation.js';
import { demandTime, prepareWriting } from './marker.js';
import type { WriteSession } from './session.js';
import { demandPassing } from './try-out.js';
import { picked, valuesOf, withoutSecrets } from './values.js';

/**
 * Sends an object that the caller must not write the values that it shows already, and nothing else, so that nothing
 * changes where the write is accepted. Returns the response. Inconclusive where it cannot be read, shows no value, or,
 * for a PUT, does not show a field.
 */
export async function sendUnchanged(
  session: WriteSession,
  api: Api,
  method: 'PATCH' | 'PUT',
  object: string,
): Promise<Answer> {
  await prepareWriting(session);
  demandTime(session);
  demandPassing(session, method);
  const path = `${object}/`;
  // Past any cache, as what is put back.
  const query = { look: session.look() };
  const read = await session.reader(api.version, api.role).get(path, { query });
  const id = at(seen(read), 'id').value;
  if (read.status !== 200 || !isObject(read.json) || String(id) !== idAt(object)) {
    inconclusive(
      `${named(read)} returned another object, so nothing was sent to it`,
      'not-written',
    );
  }
  const values = withoutSecrets(valuesOf(object, read.json), session.client.redaction);
  // A blank value could be refused for being blank: a PUT leaves it blank.
  const isShown = fieldsAt(object).every((field) => Object.hasOwn(values, field));
  const fields = fieldsAt(object).filter((field) => (values[field] ?? '') !== '');
  if (fields.length === 0 || (method === 'PUT' && !isShown)) {
    inconclusive(`${named(read)} shows no value of a field that can be sent by ${method}`);
  }
  const sent = picked(values, fields);
  const body = { json: nested(sent) };
  session.journal.append({
    entry: 'original',
    object,
    version: api.version,
    role: api.role,
    values,
  });
  session.permitted.allowUnchanged(object, values);
  session.permitted.demand({ method, path: api.path(path), body });
  const n = session.nextWrite();
  const answer = await session.sendSaved(
    api,
    { method, path, body },
    {
      beforeSending: () => session.journal.append({ entry: 'write', n, object, values: sent }),
      didNotArrive: async () => false,
    },
  );
  if (answer.status >= 400 && answer.status < 500) {
    session.journal.note({ entry: 'refused', n });
    return answer;
  }
  // What it changed all the same is the run's, and put back.
  session.client.forgetReads();
  const after = await session.reader(api.version, api.role).get(path, { query });
  const shown = withoutSecrets(valuesOf(object, after.json), session.client.redaction);
  const changed = Object.keys(shown).filter((name) => !sameValue(shown[name], values[name]));
  if (changed.length > 0) {
    session.journal.note({ entry: 'shown', object, values: picked(shown, changed) });
  }
  return answer;
}
