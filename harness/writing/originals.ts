import type { Version } from '../../specification/versions.js';
import { type Answer, named } from '../client/answer.js';
import { fieldsAt, idAt, writableAt } from '../client/permitted-writes.js';
import { isObject } from '../place.js';
import { inconclusive } from '../violation.js';
import type { WriteSession } from './session.js';
import { isTemporary } from './temporary-values.js';
import { valuesOf, valueText, withoutSecrets } from './values.js';

/**
 * Saves an object in the journal before its first write. Inconclusive if it cannot be read, contains
 * credentials, which must not be stored in a journal, or has a temporary value of another run: what
 * cannot be restored is not written.
 */
export async function keepOriginal(
  session: WriteSession,
  object: string,
  wanted: Version,
): Promise<void> {
  if (session.originals.has(object)) return;
  session.client.forgetReads();
  const version = session.instance.newest;
  const { by, resource } = writableAt(object);
  const answer = await session.reader(version, by).get(`${object}/`);
  const values = valuesOf(object, answer.json);
  const fields = fieldsAt(object);
  const isShown = (field: string) => Object.hasOwn(values, field);
  // The specification does not say which fields a patch shows: what is not shown cannot be restored.
  const whole = resource === 'patch' ? fields.every(isShown) : fields.some(isShown);
  if (answer.status !== 200 || !whole) {
    inconclusive(
      `${named(answer)} returned ${answer.status} without the writable fields of ${wanted}, so nothing was written: it could not have been restored`,
      'not-written',
    );
  }
  const { redaction } = session.client;
  const kept = withoutSecrets(values, redaction);
  const secret = fields.find((field) => isShown(field) && !Object.hasOwn(kept, field));
  if (secret !== undefined) {
    inconclusive(
      `${named(answer)} returned credentials in ${secret}, which are not stored, so nothing was written: it could not have been restored`,
      'not-written',
    );
  }
  const temporary = fields.find((field) => isTemporary(values[field]));
  if (temporary !== undefined) {
    inconclusive(
      `${named(answer)} returned a value of another run of this suite (${temporary}: ${valueText(values[temporary], redaction)}), so nothing was written to it: wait until that run ends or, if it was killed, run conformance restore`,
      'another-run',
    );
  }
  session.journal.append({ entry: 'original', object, version, role: by, values: kept });
  session.originals.add(object);
}

/**
 * Notes the values that an object shows because of a write. They count as those of the run when it is
 * restored: instances trim values, or derive others from them.
 */
export function noteShown(session: WriteSession, object: string, { status, json }: Answer): void {
  const isIt = isObject(json) && (json.id === undefined || String(json.id) === idAt(object));
  if (status >= 300 || !isIt) return;
  const values = withoutSecrets(valuesOf(object, json), session.client.redaction);
  const own = Object.entries(values).filter(([field]) => fieldsAt(object).includes(field));
  session.journal.note({ entry: 'shown', object, values: Object.fromEntries(own) });
}
