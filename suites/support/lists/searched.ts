import type { Where } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { linksTo, parseLinkHeader } from '../../../harness/link-header.js';
import type { List } from '../../../specification/lists.js';
import { readable } from '../readable.js';
import { idOf } from './first-rows.js';
import { type KnownItems, knownItems, listsOf, rowsOf } from './list.js';
import { type ListMismatch, listMismatches } from './prediction.js';
import { ask, type ListQuery, PLAIN, sizeFor, type Term } from './query.js';
import { hasNames, hasWord, isNonAscii, lacks, phrasesOf, wordsOf } from './words.js';

/** A list requested with a search term only. */
export interface Searched {
  known: KnownItems;
  answer: Answer;
  listMismatches: readonly ListMismatch[];
  /** Whether there is no mismatch. */
  holds: boolean;
  /** Whether the search had no effect; undefined if every item contains the word. */
  isIgnored: boolean | undefined;
  /** Whether it may have found more than it shows. */
  isCut: boolean;
  /** The search term, and the known items that the search returned and left out. */
  term: Term;
}

/**
 * Searches a list for a word, a non-ASCII word and two words with a space, as far as its items have such.
 * Inconclusive if it cannot be read.
 */
export function searchesOf(list: List, where: Where): Promise<Searched[]> {
  const { api, instance } = where;
  return instance.once(`searches of ${list.name} in ${api.version}`, async () => {
    const known = await knownItems(list, where);
    const words = wordsOf(known.rows, list);
    const [phrase] = hasNames(list) ? phrasesOf(known.rows, list) : [];
    const kinds = [words.find((each) => !isNonAscii(each)), words.find(isNonAscii), phrase];
    const present = kinds.filter((each) => each !== undefined);
    const asked = present.length > 0 ? present : ['patch'];
    return Promise.all(asked.map((word) => searched(known, word)));
  });
}

async function searched(known: KnownItems, word: string): Promise<Searched> {
  const { list, rows, front } = known;
  // Items with the word in their name must be found; other items may be.
  const selects: Term['selects'] = (row) =>
    (hasNames(list) && hasWord(row, word, list)) || 'either';
  // If all items are known, all matches are requested, because combined queries are compared with
  // them.
  const size = sizeFor(known);
  const query = { ...PLAIN, size, term: { word, selects } };
  const answer = await ask(known, query);
  const isCut = isPart(answer, query);
  const wrong = listMismatches(query, known, answer).filter(({ kind }) => kind !== 'count');
  const isLacked = rows.some((row) => lacks(row, word, list));
  const [found, plain] = [rowsOf(answer), front.slice(0, size)].map((each) =>
    JSON.stringify(each.map(idOf)),
  );
  return {
    known,
    answer,
    listMismatches: wrong,
    holds: wrong.length === 0,
    isIgnored: isLacked ? found === plain : undefined,
    isCut,
    term: { word, selects: shownBy(answer, isCut) },
  };
}

/** The searches of all readable lists with names, for words that some items lack. */
export async function everySearch(where: Where): Promise<Searched[]> {
  const lists = listsOf(where).filter(hasNames);
  const found = lists.map((list) => readable(() => searchesOf(list, where)));
  return (await Promise.all(found))
    .flat()
    .filter(({ answer, isIgnored }) => Array.isArray(answer.json) && isIgnored !== undefined);
}

/** The items that a response contains; others are unknown if it is one of several pages. */
function shownBy(answer: Answer, isCut: boolean): Term['selects'] {
  const shown = new Set(rowsOf(answer).map(idOf));
  return (row) => shown.has(idOf(row)) || (isCut && 'either');
}

/** Whether a response may be one of several pages. */
function isPart(answer: Answer, { size }: ListQuery): boolean {
  const links = parseLinkHeader(answer.headers.link, answer.url);
  const hasNext = linksTo(links, 'next').length > 0;
  return answer.status !== 200 || rowsOf(answer).length >= size || hasNext;
}
