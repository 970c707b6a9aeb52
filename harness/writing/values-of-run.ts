import { entriesOf, type JournalContents, type OriginalEntry } from '../journal-entry.js';

/**
 * The values that the run sent to an object, those that it showed then, whether all were refused, and the fields
 * of those sent that had a value before.
 */
export function valuesOfRun(journal: JournalContents, { object, values }: OriginalEntry) {
  const writes = entriesOf(journal, 'write').filter((each) => each.object === object);
  const shown = entriesOf(journal, 'shown').filter((each) => each.object === object);
  const refused = new Set(entriesOf(journal, 'refused').map(({ n }) => n));
  const sent = byField(writes);
  return {
    sent,
    written: [...sent.keys()].filter((field) => Object.hasOwn(values, field)),
    shown: byField(shown),
    isRefused: writes.every(({ n }) => refused.has(n)),
  };
}

function byField(entries: readonly { values: Record<string, unknown> }[]): Map<string, unknown[]> {
  const all = new Map<string, unknown[]>();
  for (const [field, value] of entries.flatMap(({ values }) => Object.entries(values))) {
    all.set(field, [...(all.get(field) ?? []), value]);
  }
  return all;
}
