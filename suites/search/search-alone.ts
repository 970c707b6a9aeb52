import type { Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import type { List } from '../../specification/lists.js';
import { readable } from '../conventions/readable.js';
import { idOf, type Known, knownOf, listsOf, rowsOf } from '../lists/list.js';
import { type Departure, departures } from '../lists/prediction.js';
import { ask, type ListQuery, PLAIN, type Term } from '../lists/query.js';
import { hasNames, hasWord, isForeign, lacks, phrasesOf, wordsOf } from '../lists/words.js';

/** A list that was asked for a search term and nothing else. */
export interface Searched {
  known: Known;
  word: string;
  query: ListQuery;
  answer: Answer;
  departures: readonly Departure[];
  /** Whether nothing departs. */
  holds: boolean;
  /** Whether it shows other rows than the list without the search; undefined if no row lacks the word. */
  narrows: boolean | undefined;
  /** The search term, and which known rows this search showed and left out. */
  term: Term;
}

/**
 * Asks a list for what some of its rows have, once in a version: a word, a word beyond ASCII or two words with
 * a blank, each list and each version the next kind.
 */
export function searchAlone(list: List, where: Where): Promise<Searched> {
  const { api, instance } = where;
  return instance.once(`search of ${list.name} in ${api.version}`, async () => {
    const known = await knownOf(list, where);
    const words = wordsOf(known.rows, list);
    const [phrase] = hasNames(list) ? phrasesOf(known.rows, list) : [];
    const kinds = [words.find((word) => !isForeign(word)), words.find(isForeign), phrase];
    const turn =
      listsOf(where).filter(hasNames).indexOf(list) + instance.examined.indexOf(api.version);
    const word = kinds[turn % kinds.length] ?? words[0];
    const searched = await searchFor(word ?? 'patch', known);
    const tells = word !== undefined && known.rows.some((row) => lacks(row, word, list));
    return tells ? searched : { ...searched, narrows: undefined };
  });
}

/** Asks a list for a word or a phrase. What rows are called by must be found, and other rows may be. */
async function searchFor(word: string, known: Known): Promise<Searched> {
  const { list } = known;
  const selects: Term['selects'] = (row) =>
    (hasNames(list) && hasWord(row, word, list)) || 'either';
  // Where all rows are known, all that is found is wanted: combined queries are held against it.
  const size = known.whole ? LARGEST_PAGE : PLAIN.size;
  const query = { ...PLAIN, size, term: { word, selects } };
  const answer = await ask(known, query);
  const departing = departures(query, known, answer).filter(({ matter }) => matter !== 'count');
  const term = { word, selects: shownBy(answer, query) };
  const narrows = !isUnasked(answer, known, query);
  const holds = departing.length === 0;
  return { known, word, query, answer, departures: departing, holds, narrows, term };
}

/** The searches of all lists with names that can be read and answer. */
export async function everySearch(where: Where): Promise<Searched[]> {
  const found = await Promise.all(
    listsOf(where)
      .filter(hasNames)
      .map((list) => readable(async () => [await searchAlone(list, where)])),
  );
  return found.flat().filter(({ answer }) => answer.status === 200 && Array.isArray(answer.json));
}

/** Which rows an answer shows; nothing is known of others if it is cut. */
function shownBy(answer: Answer, { size }: ListQuery): Term['selects'] {
  const rows = rowsOf(answer);
  const shown = new Set(rows.map(idOf));
  const links = parseLinkHeader(answer.headers.link, answer.url);
  const isCut = answer.status !== 200 || rows.length >= size || linksTo(links, 'next').length > 0;
  return (row) => shown.has(idOf(row)) || (isCut && 'either');
}

/** Whether an answer shows the rows that the list shows if it is asked for nothing. */
function isUnasked(answer: Answer, { front }: Known, { size }: ListQuery): boolean {
  const ids = rowsOf(answer).map(idOf);
  return JSON.stringify(ids) === JSON.stringify(front.slice(0, size).map(idOf));
}
