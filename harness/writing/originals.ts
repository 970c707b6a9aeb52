import { outerOf } from '../../specification/writable.js';
import { type Answer, named } from '../client/answer.js';
import { fieldsOf } from '../client/body.js';
import { fieldsAt, idAt, UNKNOWN_KEY, writableAt } from '../client/permitted-writes.js';
import { isObject } from '../place.js';
import { inconclusive, UnsavedField } from '../violation.js';
import type { Wanted, WriteSession } from './session.js';
import { isTemporary } from './temporary-values.js';
import { type Original, valuesOf, valueText, withoutSecrets } from './values.js';

/**
 * Saves an object in the journal before its first write, as the role that restores it reads it in the newest
 * version. Inconclusive if it cannot be read, or has a temporary value of another run.
 */
export async function keepOriginal(session: WriteSession, object: string): Promise<Original> {
  const kept = session.originals.get(object);
  if (kept !== undefined) return kept;
  session.client.forgetReads();
  const version = session.instance.newest;
  const { by } = writableAt(object);
  const answer = await session.reader(version, by).get(`${object}/`);
  const shown = valuesOf(object, answer.json);
  if (answer.status !== 200 || Object.keys(shown).length === 0) {
    inconclusive(
      `${named(answer)} returned ${answer.status}, not an object, so nothing was written to it: it could not have been restored`,
      'not-written',
    );
  }
  const { redaction } = session.client;
  const temporary = fieldsAt(object).find((field) => isTemporary(shown[field]));
  if (temporary !== undefined) {
    inconclusive(
      `${named(answer)} returned a value of another run of this suite (${temporary}: ${valueText(shown[temporary], redaction)}), so nothing was written to it: wait until that run ends or, if it was killed, run conformance restore`,
      'another-run',
    );
  }
  const values = withoutSecrets(shown, redaction);
  session.journal.append({ entry: 'original', object, version, role: by, values });
  const secret = Object.keys(shown).filter((field) => !Object.hasOwn(values, field));
  const original = { values, secret, read: named(answer) };
  session.originals.set(object, original);
  return original;
}

/**
 * Throws an UnsavedField if a write names a field whose old value is not in the journal, and if it is a PUT of an
 * object with such a field: a PUT may blank what it does not name (docs/verdicts.md B-37).
 */
export function demandSaved(
  { values, secret, read }: Original,
  object: string,
  { method, body }: Pick<Wanted, 'method' | 'body'>,
): void {
  const sent = Object.keys(fieldsOf(body)).filter((field) => field !== UNKNOWN_KEY);
  const due = method === 'PUT' ? [...fieldsAt(object), ...sent] : sent;
  const isSaved = (field: string) => Object.hasOwn(values, field);
  // An instance may store a nested object as a whole: it is one field.
  const missing = due.map(outerOf).flatMap((outer) => {
    const members = fieldsAt(object).filter((field) => outerOf(field) === outer);
    if (members.length > 0) return members.filter((field) => !isSaved(field));
    return Object.keys(values).some((field) => outerOf(field) === outer) ? [] : [outer];
  });
  const [field] = missing;
  if (field === undefined) return;
  const why = secret.some((each) => each === field || each.startsWith(`${field}.`))
    ? `shows credentials in \`${field}\`, which are not stored`
    : `does not show \`${field}\``;
  const isNamed = sent.some((each) => outerOf(each) === outerOf(field));
  const what = isNamed ? 'it was not written' : 'no PUT was sent, which might blank it';
  throw new UnsavedField(`${read} ${why}, so ${what}: it could not have been restored`, field);
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
