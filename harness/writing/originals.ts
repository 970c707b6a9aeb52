import { outerOf } from '../../specification/writable.js';
import { named } from '../client/answer.js';
import { fieldsOf } from '../client/body.js';
import { fieldsAt, UNKNOWN_KEY, writableAt } from '../client/permitted-writes.js';
import { sameValue } from '../same-value.js';
import { inconclusive, UnsavedField } from '../violation.js';
import type { Wanted, WriteSession } from './session.js';
import { isTemporary } from './temporary-values.js';
import { type Original, valuesOf, valueText, withMembers, withoutSecrets } from './values.js';

/**
 * Saves an object in the journal before its first write, as the role that restores it reads it in the newest
 * version, past any cache. Until a write may have changed it, it is read again each time. Inconclusive if it cannot be read, or has a temporary value of another run.
 */
export async function keepOriginal(session: WriteSession, object: string): Promise<Original> {
  const kept = session.originals.get(object);
  if (kept?.isProven || kept?.refusal || kept?.mayBeChanged) return kept;
  const version = session.instance.newest;
  const { by } = writableAt(object);
  const query = { look: `${session.config.run}-${session.nextWrite()}` };
  const answer = await session.reader(version, by).get(`${object}/`, { query });
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
  session.journal.append({ entry: 'original', object, version, role: by, values });
  const fields = fieldsAt(object);
  // One member that cannot be put back is lost where a nested object is stored as a whole.
  const members = Object.keys(withMembers(shown, fields));
  const unsaved = new Map(
    members.flatMap((field): [string, string][] => {
      const why = whyUnsaved(field, shown, values);
      if (why === undefined) return [];
      const due = fields.filter((each) => each === field || outerOf(each) === outerOf(field));
      return (fields.includes(field) ? [field] : due).map((each) => [each, `${read} ${why}`]);
    }),
  );
  const written = fieldsAt(object).filter((field) => Object.hasOwn(values, field));
  const withOthers = Object.entries(withMembers(values, written));
  const original: Original = {
    object,
    values,
    unsaved,
    read,
    now: new Map(withOthers),
    sent: new Map(),
    past: new Map(),
    trials: kept?.trials ?? 0,
    isProven: false,
  };
  session.originals.set(object, original);
  return original;
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
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return `shows a number in \`${field}\` that is too long for JSON as most programs read it`;
  }
  if (typeof value !== 'string' || isPlainText(value)) return undefined;
  return `shows \`${field}\` with outer white space, control characters or characters that are not in NFC, which instances store in another form`;
}

/** Whether any instance stores a text as it is. */
function isPlainText(text: string): boolean {
  return text.trim() === text && text.normalize('NFC') === text && !/\p{Cc}/u.test(text);
}

/**
 * The fields that a write may change: those that it names, with all members of a nested object, also unlisted ones of
 * those that it shows; of a PUT all.
 */
export function fieldsWritten(
  object: string,
  { method, body }: Pick<Wanted, 'method' | 'body'>,
  shown: Iterable<string> = [],
): string[] {
  const sent = Object.keys(fieldsOf(body)).filter((field) => field !== UNKNOWN_KEY);
  // An instance may store a nested object as a whole: it is one field.
  const outer = new Set(sent.map(outerOf));
  const writable = new Set([...fieldsAt(object), ...shown]);
  const members = [...writable].filter((field) => method === 'PUT' || outer.has(outerOf(field)));
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
