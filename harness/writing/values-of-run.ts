import { SOURCES } from '../../specification/resources/index.js';
import { fixedFields, outerOf } from '../../specification/writable.js';
import { kindAt } from '../client/permitted-writes.js';
import { entriesOf, type JournalContents, type OriginalEntry } from '../journal-entry.js';
import { isEqualOrBlank, sameValue } from '../same-value.js';

/**
 * The values that the run sent to an object, those that it showed then, whether all were refused, and the fields
 * that had a value before and were sent with another one.
 */
export function valuesOfRun(journal: JournalContents, { object, values }: OriginalEntry) {
  const writes = entriesOf(journal, 'write').filter((each) => each.object === object);
  const shown = entriesOf(journal, 'shown').filter((each) => each.object === object);
  const refused = new Set(entriesOf(journal, 'refused').map(({ n }) => n));
  const sent = byField(writes);
  return {
    sent,
    written: [...sent].flatMap(([field, each]) =>
      Object.hasOwn(values, field) && each.some((value) => !sameValue(value, values[field]))
        ? [field]
        : [],
    ),
    shown: byField(shown),
    isRefused: writes.every(({ n }) => refused.has(n)),
  };
}

/** The fields that the run did not send, and that no write can put back, with another value than before. */
export function changedBesides(
  journal: JournalContents,
  original: OriginalEntry,
  present: Readonly<Record<string, unknown>> = {},
): string[] {
  const { sent } = valuesOfRun(journal, original);
  return fixedOf(original).filter(
    (field) =>
      !sent.has(outerOf(field)) &&
      Object.hasOwn(present, field) &&
      !isEqualOrBlank(original.values[field], present[field]),
  );
}

/**
 * The fields of an object that no write should change. Addresses may be made of what is written: the archive URL of a
 * comment of a template of its project. What a patch shows besides may follow from the checks that remain.
 */
export function fixedOf({ object, values }: Pick<OriginalEntry, 'object' | 'values'>): string[] {
  const { resource } = kindAt(object) ?? {};
  if (resource === undefined || SOURCES[resource].writes === undefined) return [];
  const listed = SOURCES[resource].fields;
  const fixed = fixedFields(resource);
  return Object.keys(values).filter((field) => {
    const outer = outerOf(field);
    if (Object.hasOwn(listed, outer)) return fixed.includes(outer);
    return !/url$/.test(field);
  });
}

function byField(entries: readonly { values: Record<string, unknown> }[]): Map<string, unknown[]> {
  const all = new Map<string, unknown[]>();
  for (const [field, value] of entries.flatMap(({ values }) => Object.entries(values))) {
    all.set(field, [...(all.get(field) ?? []), value]);
  }
  return all;
}
