import { SOURCES } from '../../specification/resources/index.js';
import { fixedFields, outerOf } from '../../specification/writable.js';
import { fieldsAt, kindAt, PATCH_FIELDS_PUT_BACK } from '../client/permitted-writes.js';
import { entriesOf, type JournalContents, type JournalEntry } from '../journal-entry.js';
import { isObject } from '../place.js';
import { isEqualOrBlank, mayBeShownAs, sameValue } from '../same-value.js';
import { isTemporaryOf } from './temporary-values.js';

/**
 * What the run sent to an object: the values by field, the fields that had a value before and were sent with another
 * one, whether all writes were refused, whether what they did is not known, whether they made it unreadable, and which values are the run's now.
 */
export function valuesOfRun(
  journal: JournalContents,
  { object, values }: JournalEntry<'original'>,
) {
  const refused = new Set(entriesOf(journal, 'refused').map(({ n }) => n));
  const sent = new Map<string, unknown[]>();
  const own = new Map<string, unknown[]>();
  const last = new Map<string, unknown>();
  const mayBeBlank = new Set<string>();
  const add = (all: Map<string, unknown[]>, field: string, value: unknown) =>
    all.set(field, [...(all.get(field) ?? []), value]);
  let isRefused = true;
  let isUnreadable = false;
  for (const entry of journal.entries) {
    if (!('object' in entry) || entry.object !== object) continue;
    if (entry.entry === 'unreadable') isUnreadable = true;
    if (entry.entry === 'write') {
      isRefused &&= refused.has(entry.n);
      isUnreadable &&= refused.has(entry.n);
      for (const [field, value] of Object.entries(entry.values)) {
        add(sent, field, value);
        if (refused.has(entry.n)) continue;
        add(own, field, value);
        last.set(field, value);
      }
      for (const field of refused.has(entry.n) ? [] : (entry.mayBlank ?? [])) mayBeBlank.add(field);
    }
    // What a response showed takes the place of all that was sent before, but the last: it may have shown the old value.
    if (entry.entry === 'shown') {
      for (const [field, value] of Object.entries(entry.values)) {
        own.set(field, last.has(field) ? [value, last.get(field)] : [value]);
        mayBeBlank.delete(field);
      }
    }
  }
  const written = [...sent].flatMap(([field, each]) =>
    Object.hasOwn(values, field) && each.some((value) => !sameValue(value, values[field]))
      ? [field]
      : [],
  );
  // Without proof that it stores what is there already, a write may have changed anything.
  const isProven = entriesOf(journal, 'proven').some((each) => each.object === object);
  const isUncertain = sent.size > 0 && !isProven;
  return { sent, written, isRefused, isUncertain, isUnreadable, own, mayBeBlank };
}

/**
 * Whether a value that an object shows is the run's: what it sent last, or what a response showed of that, or a text
 * with its mark.
 */
export function isOfRun(
  journal: JournalContents,
  { own, mayBeBlank }: Pick<ReturnType<typeof valuesOfRun>, 'own' | 'mayBeBlank'>,
  field: string,
  value: unknown,
): boolean {
  if (isTemporaryOf(journal.head.run, value)) return true;
  if (mayBeBlank.has(field) && isReset(value)) return true;
  return own.get(field)?.some((each) => mayBeShownAs(each, value)) === true;
}

/**
 * The fields that the run did not send, and that no write can put back, with another value than before. What moved
 * also while nothing but old values was sent, since `meanwhile`, moves by itself.
 */
export function changedBesides(
  journal: JournalContents,
  original: JournalEntry<'original'>,
  present: Readonly<Record<string, unknown>> = {},
  meanwhile: Readonly<Record<string, unknown>> = {},
): string[] {
  const { values } = original;
  const { sent } = valuesOfRun(journal, original);
  const isSame = (field: string, before: Readonly<Record<string, unknown>>) =>
    isSameShown(before[field], present[field]);
  return [...readOnlyOf(original), ...besidesOf(original)].filter(
    (field) =>
      !sent.has(field) &&
      Object.hasOwn(present, field) &&
      !isSame(field, values) &&
      (!Object.hasOwn(meanwhile, field) || isSame(field, meanwhile)),
  );
}

/**
 * The fields and members of an object that the specification does not list. None of a patch: they may follow from the
 * checks that remain.
 */
export function besidesOf({
  object,
  values,
}: Pick<JournalEntry<'original'>, 'object' | 'values'>): string[] {
  const { resource } = kindAt(object) ?? {};
  if (resource === undefined || SOURCES[resource].writes === undefined) return [];
  const listed = SOURCES[resource].fields;
  return Object.keys(values).filter(
    (field) =>
      !fieldsAt(object).includes(field) &&
      (!Object.hasOwn(listed, outerOf(field)) || isMember(object, field)),
  );
}

/**
 * The fields that an object shows, that no write names, and that a PUT may blank all the same: those that the
 * specification does not list, and two of a patch.
 */
export function unnamedOf(original: Pick<JournalEntry<'original'>, 'object' | 'values'>): string[] {
  const { resource } = kindAt(original.object) ?? {};
  return resource === 'patch'
    ? PATCH_FIELDS_PUT_BACK.filter((field) => Object.hasOwn(original.values, field))
    : besidesOf(original).filter((field) => !field.includes('.'));
}

/** Those that a PUT of the run may have blanked, and that are blank now. */
export function blankedBesides(
  journal: JournalContents,
  original: JournalEntry<'original'>,
  present: Readonly<Record<string, unknown>> = {},
): string[] {
  const { mayBeBlank } = valuesOfRun(journal, original);
  return unnamedOf(original).filter(
    (field) =>
      mayBeBlank.has(field) &&
      Object.hasOwn(present, field) &&
      isReset(present[field]) &&
      !isSameShown(original.values[field], present[field]),
  );
}

/** Whether a value is what a field has that was never given one. */
function isReset(value: unknown): boolean {
  return value === null || value === '' || value === false || sameValue(value, []);
}

/** Whether a field is an unlisted member of a nested object that can be written. */
function isMember(object: string, field: string): boolean {
  return fieldsAt(object).some((each) => each.includes('.') && outerOf(each) === outerOf(field));
}

/**
 * The read-only fields of an object that the specification lists. Addresses may be made of what is written: the
 * archive URL of a comment of a template of its project.
 */
export function readOnlyOf({
  object,
  values,
}: Pick<JournalEntry<'original'>, 'object' | 'values'>): string[] {
  const { resource } = kindAt(object) ?? {};
  if (resource === undefined || SOURCES[resource].writes === undefined) return [];
  const fixed = fixedFields(resource);
  return Object.keys(values).filter((field) => fixed.includes(field));
}

/** Whether two values are the same; embedded objects are so by their ids: what else they show may be written meanwhile. */
export function isSameShown(one: unknown, other: unknown): boolean {
  return isEqualOrBlank(idsIn(one), idsIn(other));
}

function idsIn(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((each) => (isObject(each) ? (each.id ?? each) : each))
    : value;
}
