import { outerOf } from '../../specification/writable.js';
import { type Answer, named } from '../client/answer.js';
import { fieldsOf } from '../client/body.js';
import { fieldsAt, UNKNOWN_KEY, writableAt } from '../client/permitted-writes.js';
import { sameValue } from '../same-value.js';
import { inconclusive, UnsavedField } from '../violation.js';
import type { Wanted, WriteSession } from './session.js';
import { isTemporary } from './temporary-values.js';
import { type Original, picked, valuesOf, valueText, withoutSecrets } from './values.js';

/**
 * Saves an object in the journal before its first write, as the role that restores it reads it in the newest
 * version, past any cache. Until something is sent to it, it is read again each time. Inconclusive if it cannot be
 * read, or has a temporary value of another run.
 */
export async function keepOriginal(session: WriteSession, object: string): Promise<Original> {
  const kept = session.originals.get(object);
  if (kept?.isWritten) return kept;
  const answer = await readAnew(session, object);
  const shown = valuesOf(object, answer.json);
  const read = named(answer);
  if (answer.status !== 200 || Object.keys(shown).length === 0) {
    inconclusive(
      `${read} returned ${answer.status}, not an object, so nothing was written to it: it could not have been restored`,
      'not-written',
    );
  }
  const { redaction } = session.client;
  const temporary = fieldsAt(object).find((field) => isTemporary(shown[field]));
  if (temporary !== undefined) {
    inconclusive(
      `${read} returned a value of another run of this suite (${temporary}: ${valueText(shown[temporary], redaction)}), so nothing was written to it: wait until that run ends or, if it was killed, run conformance restore`,
      'another-run',
    );
  }
  const values = withoutSecrets(shown, redaction);
  if (kept !== undefined && sameValue(kept.values, values)) return kept;
  const version = session.instance.newest;
  const role = writableAt(object).by;
  session.journal.append({ entry: 'original', object, version, role, values });
  const fields = fieldsAt(object);
  const unsaved = new Map(
    fields.flatMap((field): [string, string][] => {
      const why = whyUnsaved(field, shown, values) ?? whyInPart(field, fields, shown);
      return why === undefined ? [] : [[field, `${read} ${why}`]];
    }),
  );
  const written = fields.filter((field) => Object.hasOwn(values, field));
  const original: Original = {
    object,
    values,
    unsaved,
    read,
    now: new Map(Object.entries(picked(values, written))),
    changes: [],
    sent: new Map(),
    past: new Map(),
    trials: 0,
    isProven: false,
  };
  session.originals.set(object, original);
  return original;
}

/** Reads an object past any cache, as the role that restores it, in the newest version. */
export function readAnew(session: WriteSession, object: string): Promise<Answer> {
  const reader = session.reader(session.instance.newest, writableAt(object).by);
  return reader.get(`${object}/`, { query: { look: session.look() } });
}

/** Why the value of a writable field could not be put back as it was; undefined if it could, as far as is known. */
function whyUnsaved(
  field: string,
  shown: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!Object.hasOwn(shown, field)) return `does not show \`${field}\``;
  if (!Object.hasOwn(values, field)) {
    return `shows credentials in \`${field}\`, which are not stored`;
  }
  const value = values[field];
  if (typeof value !== 'string' || isPlainText(value)) return undefined;
  return `shows \`${field}\` with outer white space, control characters or characters that are not in NFC, which instances store in another form`;
}

/** Why a member of a nested object is not written: an instance may store that as a whole, and lose other members. */
function whyInPart(
  field: string,
  fields: readonly string[],
  shown: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!field.includes('.')) return undefined;
  const other = Object.keys(shown).find(
    (each) => outerOf(each) === outerOf(field) && !fields.includes(each),
  );
  return other === undefined
    ? undefined
    : `shows \`${other}\`, which the specification does not list: where \`${outerOf(field)}\` is stored as a whole, it could be lost`;
}

/** Whether any instance stores a text as it is. */
function isPlainText(text: string): boolean {
  return text.trim() === text && text.normalize('NFC') === text && !/\p{Cc}/u.test(text);
}

/** The fields that a write may change: those that it names, with all members of a nested object; of a PUT all. */
export function fieldsWritten(
  object: string,
  { method, body }: Pick<Wanted, 'method' | 'body'>,
): string[] {
  const sent = Object.keys(fieldsOf(body)).filter((field) => field !== UNKNOWN_KEY);
  // An instance may store a nested object as a whole: it is one field.
  const outer = new Set(sent.map(outerOf));
  const members = fieldsAt(object).filter((field) => method === 'PUT' || outer.has(outerOf(field)));
  const others = sent.filter(
    (field) => !fieldsAt(object).some((each) => outerOf(each) === outerOf(field)),
  );
  return [...members, ...others];
}

/**
 * Throws an UnsavedField if a write may change a field whose old value is not in the journal, or cannot be put back. A
 * PUT may blank what it does not name (docs/verdicts.md B-37).
 */
export function demandSaved(
  { object, values, unsaved, read }: Original,
  wanted: Pick<Wanted, 'method' | 'body'>,
): void {
  const isShown = (field: string) =>
    Object.keys(values).some((each) => each === field || outerOf(each) === field);
  const whyNot = (field: string) =>
    fieldsAt(object).includes(field)
      ? unsaved.get(field)
      : isShown(field)
        ? undefined
        : `${read} does not show \`${field}\``;
  const [field] = fieldsWritten(object, wanted).filter((each) => whyNot(each) !== undefined);
  if (field === undefined) return;
  const isNamed = Object.keys(fieldsOf(wanted.body)).some(
    (each) => outerOf(each) === outerOf(field),
  );
  const what = isNamed ? 'it was not written' : 'no PUT was sent, which might blank it';
  throw new UnsavedField(`${whyNot(field)}, so ${what}: it could not have been restored`, field);
}
