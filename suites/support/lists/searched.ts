import type { Where } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import type { List } from '../../../specification/lists.js';
import { readable } from '../readable.js';
import { hasNext, idOf } from './first-rows.js';
import { type KnownItems, knownItems, listsOf, rowsOf } from './list.js';
import { type ListMismatch, listMismatches } from './prediction.js';
import { ask, type ListQuery, PLAIN, sizeFor, type Term } from './query.js';
import { hasNames, hasWord, isNonAscii, lacks, phrasesOf, showsName, wordsOf } from './words.js';

/** A list requested with a search term only. */
export interface Searched {
  known: KnownItems;
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

/** A search for a word that no item has. */
export interface SearchedForNothing {
  known: KnownItems;
  answer: Answer;
  listMismatches: readonly ListMismatch[];
  /** Whether it returned items all the same. */
  isIgnored: boolean;
}

/** A word that no item has. */
export const NO_WORD = 'qzxwvjk';

/** The lists that are searched for a non-ASCII word, and for two words with a space; others for a plain word. */
const [FOREIGN, PHRASED] = ['covers', 'patches'];

/** Searches a list for words of its items. Inconclusive if it cannot be read. */
export function searchesOf(list: List, where: Where): Promise<Searched[]> {
  const { api, instance } = where;
  return instance.once(`searches of ${list.name} in ${api.version}`, async () => {
    const known = await knownItems(list, where);
    const words = wordsOf(known.rows, list);
    // Of a list whose names a search need not find, a word that no item has tells enough.
    const plain =
      showsName(list) && !hasNames(list) ? undefined : words.find((each) => !isNonAscii(each));
    const foreign = list.name === FOREIGN ? words.find(isNonAscii) : undefined;
    const [phrase] = list.name === PHRASED ? phrasesOf(known.rows, list) : [];
    const word = foreign ?? phrase ?? plain;
    return word === undefined ? [] : [await searched(known, word)];
  });
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
    answer,
    listMismatches: wrong,
    holds: wrong.length === 0,
    isTelling: rows.some((row) => lacks(row, word, list)),
    isCut,
    term: { word, selects: shownBy(answer, isCut) },
  };
}

/** Searches a list for a word that no item has. Inconclusive if it cannot be read. */
export function searchForNothing(list: List, where: Where): Promise<SearchedForNothing> {
  const { api, instance } = where;
  return instance.once(`search of ${list.name} for nothing in ${api.version}`, async () => {
    const known = await knownItems(list, where);
    const term: Term = { word: NO_WORD, selects: () => 'either' };
    const query = { ...PLAIN, term };
    const answer = await ask(known, query);
    const wrong = listMismatches(query, known, answer);
    return { known, answer, listMismatches: wrong, isIgnored: rowsOf(answer).length > 0 };
  });
}

/** The searches of all readable lists with names, for words that some items lack. */
export async function everySearch(where: Where): Promise<Searched[]> {
  const lists = listsOf(where).filter(hasNames);
  const found = lists.map((list) => readable(() => searchesOf(list, where)));
  return (await Promise.all(found))
    .flat()
    .filter(({ answer, isTelling }) => Array.isArray(answer.json) && isTelling);
}

/** The searches for nothing of all readable lists whose items show a name, and that have items. */
export async function everySearchForNothing(where: Where): Promise<SearchedForNothing[]> {
  const lists = listsOf(where).filter(showsName);
  const found = lists.map((list) => readable(async () => [await searchForNothing(list, where)]));
  return (await Promise.all(found))
    .flat()
    .filter(({ answer, known }) => Array.isArray(answer.json) && known.front.length > 0);
}

/** The items that a response contains; others are unknown if it is one of several pages. */
function shownBy(answer: Answer, isCut: boolean): Term['selects'] {
  const shown = new Set(rowsOf(answer).map(idOf));
  return (row) => shown.has(idOf(row)) || (isCut && 'either');
}

/** Whether a response may be one of several pages. */
function isPart(answer: Answer, { size }: ListQuery): boolean {
  return answer.status !== 200 || rowsOf(answer).length >= size || hasNext(answer);
}
