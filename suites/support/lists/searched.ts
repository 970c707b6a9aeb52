import type { Where } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { Memo } from '../../../harness/memo.js';
import { type Seen, valueAt } from '../../../harness/place.js';
import type { CollectionName } from '../../../specification/endpoints.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import type { List } from '../../../specification/lists.js';
import { hasNext, idOf } from '../first-rows.js';
import { type KnownItems, knownItems, listsOf, rowsOf } from '../known-rows.js';
import { readEach } from '../readable.js';
import { type ListMismatch, listMismatches } from './prediction.js';
import { ask, type ListQuery, PLAIN, sizeFor, type Term } from './query.js';

/** The field of an item with text that a search may find. */
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

/** The lists whose items have a name in that field, so that a search should find them. */
const NAMED: readonly CollectionName[] = ['people', 'bundles', 'covers', 'series', 'patches'];

/** Those, and the lists whose items show a name that a search need not find. */
const NAME_SHOWN: readonly CollectionName[] = [...NAMED, 'projects', 'users'];

/** A search term occurs in at most this many items; in fewer if the list is long. */
const [FEW, FEW_OF_MANY] = [20, 2];

/** The limits for the number of candidate words and for the length of a text. */
const MOST_WORDS = 2000;
const LONGEST_NAME = 1000;

/**
 * English words of 4 letters or more that a full-text index leaves out: those of the list of PostgreSQL. A search for
 * one may find nothing.
 */
const STOP_WORDS = new Set(
  [
    'about above after again against because been before being below between both does doing down during each',
    'from further have having here hers herself himself into itself just more most myself once only other ours',
    'ourselves over same should some such than that their theirs them themselves then there these they this those',
    'through under until very were what when where which while whom will with your yours yourself yourselves',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a search term has a word that a full-text index leaves out. */
function hasStopWord(term: string): boolean {
  return term
    .toLowerCase()
    .split(' ')
    .some((word) => STOP_WORDS.has(word));
}

/** Whether the items of a list have names. */
function hasNames({ name }: List): boolean {
  return NAMED.includes(name);
}

/** Whether the items of a list show a name. */
export function showsName({ name }: List): boolean {
  return NAME_SHOWN.includes(name);
}

/**
 * Words of 4 letters or more in the items, best first: words of few items, not at the beginning of
 * a name (which a prefix search would find), in ASCII. Words that all items have come last.
 */
export function wordsOf(rows: readonly Seen[], list: List): string[] {
  const words = chosen(rows, list, namesOf);
  if (words.length > 0 || hasNames(list)) return words;
  return chosen(rows, list, (text) => text.match(/[a-z]{3,}/gi) ?? []);
}

/** Pairs of adjacent words in names, in the same order. */
function phrasesOf(rows: readonly Seen[], list: List): string[] {
  return chosen(rows, list, (text) => {
    const pairs = text.matchAll(/(?<=^| )(?=([\p{L}\p{M}]{4,} [\p{L}\p{M}]{4,})(?![^ ]))/gu);
    return [...pairs].flatMap(([, pair]) => pair ?? []);
  });
}

/** Whether a word has non-ASCII characters. */
export function isNonAscii(word: string): boolean {
  return /\P{ASCII}/u.test(word);
}

/** Whether the text of an item begins with a word or phrase, which a search for beginnings would find. */
function isBeginning(word: string, rows: readonly Seen[], list: List): boolean {
  return rows.some((row) => textOf(row, list).toLowerCase().startsWith(word.toLowerCase()));
}

/** Whether the text of an item does not contain a word, case-insensitive. */
export function lacks(row: Seen, word: string, list: List): boolean {
  return !textOf(row, list).toLowerCase().includes(word.toLowerCase());
}

/** Whether the text of an item contains a word or phrase exactly, not as part of a longer word. */
function hasWord(row: Seen, word: string, list: List): boolean {
  const text = textOf(row, list);
  return word.includes(' ') ? ` ${text} `.includes(` ${word} `) : namesOf(text).includes(word);
}

function textOf(row: Seen, { name }: List): string {
  const value = valueAt(row, TEXTS[name] ?? 'name');
  return typeof value === 'string' ? value : '';
}

/** Unambiguous, so that matching is linear. */
const NAME = /^[^\p{L}]*(\p{L}[\p{L}\p{M}]{3,})[^\p{L}\p{M}]*$/u;

/** The words between spaces, without punctuation around them. */
function namesOf(text: string): string[] {
  return text.split(/\s+/).flatMap((part) => NAME.exec(part)?.[1] ?? []);
}

function chosen(rows: readonly Seen[], list: List, partsOf: (text: string) => string[]): string[] {
  const texts = rows.map((row) => textOf(row, list));
  const lower = texts.map((text) => text.toLowerCase());
  const most = rows.length < LARGEST_PAGE ? FEW : FEW_OF_MANY;
  // Each word is searched in every item.
  const parts = texts.flatMap((text) => partsOf(text.slice(0, LONGEST_NAME)));
  const words = new Set(parts.filter((part) => !hasStopWord(part)));
  const weighed = [...words].slice(0, MOST_WORDS).map((word) => {
    const sought = word.toLowerCase();
    const count = lower.filter((text) => text.includes(sought)).length;
    const begins = lower.some((text) => text.startsWith(sought));
    const drawbacks = [isNonAscii(word), count > most, begins].filter(Boolean).length;
    // A word in every item shows at least that searches combine with other parameters.
    return { word, count, drawbacks: count === rows.length ? Infinity : drawbacks };
  });
  return weighed
    .sort((a, b) => a.drawbacks - b.drawbacks || Math.min(b.count, FEW) - Math.min(a.count, FEW))
    .map(({ word }) => word);
}

/** A list requested with a search term only. */
export interface Searched {
  known: KnownItems;
  query: ListQuery;
  answer: Answer;
  listMismatches: readonly ListMismatch[];
  /** Whether there is no mismatch. */
  holds: boolean;
  /** Whether a known item lacks the word. */
  isTelling: boolean;
  /** Whether it may have found more than it shows. */
  isCut: boolean;
  /** The search term, and the known items that the search returned and left out. */
  term: Term;
}

/** A word that no item has. */
export const NO_WORD = 'qzxwvjk';

const SEARCHES = new Memo<Searched[]>();
const SEARCH_FOR_NOTHING = new Memo<Searched>();

/** Searches a list for texts of its items. Inconclusive if it cannot be read. */
export function searchesOf(list: List, where: Where): Promise<Searched[]> {
  const { api, instance } = where;
  return instance.once(SEARCHES, [list.name, api.version], async () => {
    // Bundles are searched by their owner, for a private one: it must be found like others.
    const isOwners = list.name === 'bundles' && api.signedIn().role === 'user';
    const known = await knownItems(list, where, isOwners ? api.as('user') : undefined);
    // A word may be a part of a secret.
    const open = known.rows.filter((row) => !api.holdsSecret(textOf(row, list)));
    const privates = open.filter((row) => valueAt(row, 'public') === false);
    const terms = termsOf(privates.length > 0 ? privates : open, list);
    return Promise.all(terms.map((term) => searched(known, term)));
  });
}

/**
 * The terms for which a list is searched. If a search should find its items: two words of which one is not ASCII and
 * no name begins with them, or else a word, if possible such a one, and two words. Where a search for beginnings finds
 * that word, or all items have it, a plain word tells more.
 */
function termsOf(rows: readonly Seen[], list: List): string[] {
  const words = wordsOf(rows, list);
  const plain = words.find((each) => !isNonAscii(each)) ?? [];
  // Of a list whose names a search need not find, a word that no item has tells enough.
  if (!hasNames(list)) return showsName(list) ? [] : [plain].flat();
  const phrases = phrasesOf(rows, list);
  const both = phrases.find((each) => isNonAscii(each) && !isBeginning(each, rows, list));
  if (both !== undefined) return [both];
  const foreign = words.find(isNonAscii);
  const tells = (word: string) =>
    !isBeginning(word, rows, list) && rows.some((row) => lacks(row, word, list));
  const more = foreign !== undefined && tells(foreign) ? [] : plain;
  return [foreign ?? [], more, phrases[0] ?? []].flat();
}

async function searched(known: KnownItems, word: string): Promise<Searched> {
  const { list, rows } = known;
  // Items with the word in their name must be found; other items may be.
  const selects: Term['selects'] = (row) =>
    (hasNames(list) && hasWord(row, word, list)) || 'either';
  // If all items are known, all matches are requested, because combined queries are compared with
  // them.
  const query = { ...PLAIN, size: sizeFor(known), term: { word, selects } };
  const answer = await ask(known, query);
  const isCut = isPart(answer, query);
  const wrong = listMismatches(query, known, answer).filter(({ kind }) => kind !== 'count');
  return {
    known,
    query,
    answer,
    listMismatches: wrong,
    holds: wrong.length === 0,
    isTelling: rows.some((row) => lacks(row, word, list)),
    isCut,
    term: { word, selects: shownBy(known, answer, isCut) },
  };
}

/** Searches a list for a word that no item has. Inconclusive if it cannot be read. */
export function searchForNothing(list: List, where: Where): Promise<Searched> {
  const { api, instance } = where;
  return instance.once(SEARCH_FOR_NOTHING, [list.name, api.version], async () =>
    searched(await knownItems(list, where), NO_WORD),
  );
}

/** The searches of all readable lists with names, for words that some items lack. */
export async function everySearch(where: Where): Promise<Searched[]> {
  const found = await readEach(listsOf(where).filter(hasNames), (list) => searchesOf(list, where));
  return found.filter(({ answer, isTelling }) => Array.isArray(answer.json) && isTelling);
}

/** The searches for nothing of all readable lists whose items show a name, and that have items. */
export async function everySearchForNothing(where: Where): Promise<Searched[]> {
  const found = await readEach(listsOf(where).filter(showsName), async (list) => [
    await searchForNothing(list, where),
  ]);
  return found.filter(({ answer, known }) => Array.isArray(answer.json) && known.front.length > 0);
}

/** The items that a response contains; others are unknown if it is one of several pages, or its caller sees fewer. */
function shownBy(known: KnownItems, answer: Answer, isCut: boolean): Term['selects'] {
  const shown = new Set(rowsOf(answer).map(idOf));
  const seen = new Set(known.rows.map(idOf));
  return (row) => shown.has(idOf(row)) || ((isCut || !seen.has(idOf(row))) && 'either');
}

/** Whether a response may be one of several pages. */
function isPart(answer: Answer, { size }: ListQuery): boolean {
  return answer.status !== 200 || rowsOf(answer).length >= size || hasNext(answer);
}
