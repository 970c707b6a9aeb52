import { distance } from 'fastest-levenshtein';

/** How many names are suggested. */
const MOST = 3;

/** A word is near a name if so great a part of its letters is the same. */
const NEAR = 0.6;

/**
 * The names that are most like a word, the nearest first, three at most: those that it is the beginning of, and
 * those that a few letters tell from it. Empty if none is near.
 */
export function nearest(word: string, names: readonly string[]): string[] {
  const plain = word.replaceAll('*', '');
  if (plain === '') return [];
  return names
    .map((name) => ({ name, likeness: likeness(plain, name) }))
    .filter(({ likeness }) => likeness >= NEAR)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, MOST)
    .map(({ name }) => name);
}

function likeness(word: string, name: string): number {
  if (name.startsWith(word)) return 1;
  return 1 - distance(word, name) / Math.max(word.length, name.length);
}
