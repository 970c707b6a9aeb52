import { type Seen, valueAt } from '../../harness/place.js';
import type { CollectionName } from '../../specification/endpoints.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import type { List } from '../../specification/lists.js';

/** The field of a row with text that a search may find. */
const TEXTS: Readonly<Partial<Record<CollectionName, string>>> = {
  projects: 'name',
  users: 'username',
  people: 'name',
  bundles: 'name',
  covers: 'name',
  series: 'name',
  patches: 'name',
  events: 'category',
  'cover-comments': 'subject',
  checks: 'context',
};

/** The lists whose rows are called by that text, so that a search should find them. */
const NAMED: readonly CollectionName[] = ['people', 'bundles', 'covers', 'series', 'patches'];

/** Those whose rows show all their text, so that a search finds nothing by text that they do not show. */
const SHOWN_WHOLE: readonly CollectionName[] = ['people', 'bundles', 'series'];

/** As many rows have a searched word at most, so that others lack it; fewer where more rows are not known. */
const [FEW, FEW_OF_MANY] = [20, 2];

/** Words are chosen among so many, from the beginnings of names; a name has no more than 255 characters. */
const MOST_WORDS = 2000;
const LONGEST_NAME = 1000;

/** Whether the rows of a list have names. */
export function hasNames({ name }: List): boolean {
  return NAMED.includes(name);
}

/** Whether the rows of a list show all the text that a search may find. */
export function showsAllText({ name }: List): boolean {
  return SHOWN_WHOLE.includes(name);
}

/**
 * The words of 4 letters or more that rows have, those that all have last, the best first: in names of few
 * rows; not at the beginning of a name, which is found by comparing beginnings as well; of ASCII.
 */
export function wordsOf(rows: readonly Seen[], list: List): string[] {
  const words = chosen(rows, list, namesOf);
  if (words.length > 0 || hasNames(list)) return words;
  return chosen(rows, list, (text) => text.match(/[a-z]{3,}/gi) ?? []);
}

/** Two words next to each other in a name, likewise. */
export function phrasesOf(rows: readonly Seen[], list: List): string[] {
  return chosen(rows, list, (text) => {
    const pairs = text.matchAll(/(?<=^| )(?=([\p{L}\p{M}]{2,} [\p{L}\p{M}]{2,})(?![^ ]))/gu);
    return [...pairs].flatMap(([, pair]) => pair ?? []);
  });
}

/** Whether a word has letters beyond ASCII. */
export function isForeign(word: string): boolean {
  return /\P{ASCII}/u.test(word);
}

/** Whether the text of a row has nothing of a word, in whatever case. */
export function lacks(row: Seen, word: string, list: List): boolean {
  return !textOf(row, list).toLowerCase().includes(word.toLowerCase());
}

/** Whether the text of a row has a word or a phrase, as it is written and no part of a longer word. */
export function hasWord(row: Seen, word: string, list: List): boolean {
  const text = textOf(row, list);
  return word.includes(' ') ? ` ${text} `.includes(` ${word} `) : namesOf(text).includes(word);
}

function textOf(row: Seen, { name }: List): string {
  const value = valueAt(row, TEXTS[name] ?? 'name');
  return typeof value === 'string' ? value : '';
}

/** Each character can be of one part only, so that no text is tried in every way of parting it. */
const NAME = /^[^\p{L}]*(\p{L}[\p{L}\p{M}]{3,})[^\p{L}\p{M}]*$/u;

/** The words between blanks, without the marks around them: no part of a longer word. */
function namesOf(text: string): string[] {
  return text.split(/\s+/).flatMap((part) => NAME.exec(part)?.[1] ?? []);
}

function chosen(rows: readonly Seen[], list: List, partsOf: (text: string) => string[]): string[] {
  const texts = rows.map((row) => textOf(row, list));
  const lower = texts.map((text) => text.toLowerCase());
  const most = rows.length < LARGEST_PAGE ? FEW : FEW_OF_MANY;
  // Each is looked for in every row.
  const words = new Set(texts.flatMap((text) => partsOf(text.slice(0, LONGEST_NAME))));
  const weighed = [...words].slice(0, MOST_WORDS).map((word) => {
    const sought = word.toLowerCase();
    const count = lower.filter((text) => text.includes(sought)).length;
    const isBeginning = lower.some((text) => text.startsWith(sought));
    const drawbacks = [isForeign(word), count > most, isBeginning].filter(Boolean).length;
    // What all rows have shows at least that it is found together with something else.
    return { word, count, drawbacks: count === rows.length ? Infinity : drawbacks };
  });
  return weighed
    .sort((a, b) => a.drawbacks - b.drawbacks || Math.min(b.count, FEW) - Math.min(a.count, FEW))
    .map(({ word }) => word);
}
