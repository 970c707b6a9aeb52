import { at, type Seen } from '../../harness/place.js';
import type { List } from '../filters/lists.js';

/** A word to search for, and how many of the rows that are known have it. */
interface Counted {
  word: string;
  count: number;
  /** Whether some row's text begins with it: such a word tells less. */
  begins: boolean;
}

/**
 * A word that many of the rows have in their text, but not all: the more are left, the more it
 * shows. Of names it is a whole word, at least four letters long, and if possible none that a name
 * begins with, which is found by an instance that compares beginnings as well.
 */
export function wordOf(rows: readonly Seen[], list: List): string {
  return wordsOf(rows, list)[0] ?? 'patch';
}

/** Every such word, that which shows most first; where there is none, one that all rows have. */
export function wordsOf(rows: readonly Seen[], list: List): string[] {
  const texts = rows.map((row) => textOf(row, list) ?? '');
  const some = (all: readonly Counted[]) =>
    all.filter(({ count }) => count > 1 && count < rows.length).map(({ word }) => word);
  const names = list.named ? counted(texts, namesOf) : [];
  const wanted = names.filter(({ word }) => isForeign(word) === (list.foreign === true));
  const found = [some(wanted), some(names)].find((each) => each.length > 0);
  if (found !== undefined) return found;
  const words = counted(texts, (text) => text.match(/[a-z]{3,}/gi) ?? []);
  const telling = some([...words, ...counted(texts, pairsOf)]);
  // What all rows have narrows nothing, but it shows whether the search is in the order asked for.
  return telling.length > 0 ? telling : words.map(({ word }) => word).slice(0, 1);
}

/** Whether a word has letters beyond ASCII. */
export function isForeign(word: string): boolean {
  return /\P{ASCII}/u.test(word);
}

/** Whether the text of a row has that word, whole and as it is written. */
export function hasWord(row: Seen, word: string, list: List): boolean {
  const text = textOf(row, list) ?? '';
  return text.includes(word) && namesOf(text).includes(word);
}

/** Whether the text of a row has a word somewhere, in capitals or not. */
export function hasText(row: Seen, word: string, list: List): boolean {
  return textOf(row, list)?.toLowerCase().includes(word.toLowerCase()) === true;
}

function textOf(row: Seen, { text }: List): string | undefined {
  const { value } = text === undefined ? { value: undefined } : at(row, ...text);
  return typeof value === 'string' ? value : undefined;
}

/** The words between blanks, without the marks around them: no part of a longer word. */
function namesOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map((part) => part.replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, ''))
    .filter((part) => /^[\p{L}\p{M}]{4,}$/u.test(part));
}

/** Three or two letters next to each other. */
function pairsOf(text: string): string[] {
  const letters = text.toLowerCase();
  return [3, 2]
    .flatMap((length) => [...letters].map((_, index) => letters.slice(index, index + length)))
    .filter((part) => /^[a-z]{2,3}$/.test(part));
}

/** The words of some texts, those first that begin none of them, then those that most of them have. */
function counted(texts: readonly string[], wordsOf: (text: string) => string[]): Counted[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const lower = texts.map((text) => text.toLowerCase());
  return [...counts]
    .map(([word, count]) => {
      const sought = word.toLowerCase();
      return { word, count, begins: lower.some((text) => text.startsWith(sought)) };
    })
    .sort((a, b) => Number(a.begins) - Number(b.begins) || b.count - a.count);
}
