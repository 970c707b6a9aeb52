import { idOf, type Known, rowsOf } from './list.js';
import { departures } from './prediction.js';
import { ask, PLAIN } from './query.js';

/**
 * Whether the pages of a list are right where it is asked for nothing else, as its second page of one row shows,
 * which the chapter on paging asks for: only then pages are combined with other parameters.
 */
export async function isPaged(known: Known): Promise<boolean> {
  const { front } = known;
  if (front.length < 2) return false;
  const query = { ...PLAIN, page: 2, size: 1 };
  const answer = await ask(known, query);
  const [own, ...more] = rowsOf(answer).map(idOf);
  const isSecond = more.length === 0 && own === front.map(idOf)[1];
  return isSecond && departures(query, known, answer).length === 0;
}
