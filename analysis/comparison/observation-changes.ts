import { isObject } from '../../harness/place.js';
import type { Pair } from './changes.js';
import type { Difference, ObservationChange } from './comparison.js';

/** What was observed otherwise; where one of the two observed nothing, nothing can be said. */
export function observationChanges(pairs: readonly Pair[]): ObservationChange[] {
  const found = new Map<string, ObservationChange>();
  for (const { requirement, from, to } of pairs) {
    if (from.observed === undefined || to.observed === undefined) continue;
    const differences = differencesOf(from.observed, to.observed);
    if (differences.length === 0) continue;
    const change = found.get(requirement) ?? { requirement, cells: [] };
    change.cells.push({ from: from.version, to: to.version, differences });
    found.set(requirement, change);
  }
  return [...found.values()];
}

/** Deeper than anything that is observed; what a file holds need not end. */
const DEEPEST = 8;

/** The parts of a value that are not the same: by key in objects, by element in lists of words. */
function differencesOf(from: unknown, to: unknown, path: readonly string[] = []): Difference[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  const at = path.join('.');
  if (isObject(from) && isObject(to) && path.length < DEEPEST) {
    const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...keys].flatMap((key) => differencesOf(own(from, key), own(to, key), [...path, key]));
  }
  const [before, after] = [wordsOf(from), wordsOf(to)];
  const removed = before?.filter((word) => !after?.includes(word)) ?? [];
  const added = after?.filter((word) => !before?.includes(word)) ?? [];
  if (before !== undefined && after !== undefined && removed.length + added.length > 0) {
    return [
      {
        at,
        removed: removed.length > 0 ? removed : undefined,
        added: added.length > 0 ? added : undefined,
      },
    ];
  }
  return [{ at, from, to }];
}

/** What a file holds may be named like anything that every object has. */
function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A list of words: an array of them, or a text in which commas part names (`id, msgid, name`). */
function wordsOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value.every(isWord) ? value : undefined;
  if (typeof value === 'string' && /^[\w-]+(, [\w-]+)+$/.test(value)) return value.split(', ');
  return undefined;
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
