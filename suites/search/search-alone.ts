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
  answer: Answer;
  departures: readonly Departure[];
  /** Whether nothing departs. */
  holds: boolean;
  /** Whether the list shows the same rows without the search; undefined if no row lacks the word. */
  isIgnored: boolean | undefined;
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
    const kinds = [words.find((each) => !isForeign(each)), words.find(isForeign), phrase];
    const place = listsOf(where).filter(hasNames).indexOf(list);
    const turn = place + instance.examined.indexOf(api.version);
    const word = kinds[turn % kinds.length] ?? words[0] ?? 'patch';
    // What rows are called by must be found, and other rows may be.
    const selects: Term['selects'] = (row) =>
      (hasNames(list) && hasWord(row, word, list)) || 'either';
    // Where all rows are known, all that is found is wanted: combined queries are held against it.
    const size = known.whole ? LARGEST_PAGE : PLAIN.size;
    const query = { ...PLAIN, size, term: { word, selects } };
    const answer = await ask(known, query);
    const wrong = departures(query, known, answer).filter(({ matter }) => matter !== 'count');
    const isLacked = known.rows.some((row) => lacks(row, word, list));
    const [found, plain] = [rowsOf(answer), known.front.slice(0, size)].map((rows) =>
      JSON.stringify(rows.map(idOf)),
    );
    return {
      known,
      answer,
      departures: wrong,
      holds: wrong.length === 0,
      isIgnored: isLacked ? found === plain : undefined,
      term: { word, selects: shownBy(answer, query) },
    };
  });
}

/** The searches, for words that some rows lack, of all lists with names that can be read and answer. */
export async function everySearch(where: Where): Promise<Searched[]> {
  const lists = listsOf(where).filter(hasNames);
  const found = lists.map((list) => readable(async () => [await searchAlone(list, where)]));
  return (await Promise.all(found))
    .flat()
    .filter(({ answer, isIgnored }) => Array.isArray(answer.json) && isIgnored !== undefined);
}

/** Which rows an answer shows; nothing is known of others if it is cut. */
function shownBy(answer: Answer, { size }: ListQuery): Term['selects'] {
  const rows = rowsOf(answer);
  const shown = new Set(rows.map(idOf));
  const links = parseLinkHeader(answer.headers.link, answer.url);
  const isCut = answer.status !== 200 || rows.length >= size || linksTo(links, 'next').length > 0;
  return (row) => shown.has(idOf(row)) || (isCut && 'either');
}
