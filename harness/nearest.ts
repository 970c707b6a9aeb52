import { distance } from 'fastest-levenshtein';

/** How many names are suggested. */
const MOST = 3;

/** No name is longer, and comparing takes time as the square of the length. */
const LONGEST_WORD = 100;

/** The least similarity of a suggestion. */
const NEAR = 0.6;

/**
 * The names most similar to a word, best first, three at most: names that start with it, and names
 * that differ by few letters. Empty if none is similar.
 */
export function nearest(word: string, names: readonly string[]): string[] {
  const plain = word.replaceAll('*', '');
  if (plain === '' || plain.length > LONGEST_WORD) return [];
  return names
    .map((name) => ({ name, likeness: likeness(plain, name) }))
    .filter(({ likeness }) => likeness >= NEAR)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** Asks for one of the similar names, as the end of a message; `otherwise` if there is none. */
export function didYouMean(word: string, names: readonly string[], otherwise: string): string {
  const near = nearest(word, names);
  return near.length > 0 ? `did you mean ${near.join(' or ')}?` : otherwise;
}

function likeness(word: string, name: string): number {
  if (name.startsWith(word)) return 1;
  return 1 - distance(word, name) / Math.max(word.length, name.length);
}
