import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import type { Seen } from '../../harness/place.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { idOf, type Known, rowsOf } from '../lists/list.js';
import type { Departure } from '../lists/prediction.js';
import { ask, PLAIN } from '../lists/query.js';

/** Pages are read up to this one. */
const MOST_PAGES = 4;

/** The first pages of a list. */
interface Walked {
  rows: Seen[];
  /** Whether that is all of it. */
  whole: boolean;
}

/**
 * Reads a list page by page in an order in which many rows are equal: a row that comes twice, or, if the
 * list is short enough to be read whole, one that it shows without the order and not in it. What is found
 * is confirmed by pages of another size.
 */
export async function lostInPages(known: Known, order: string): Promise<Departure[]> {
  const found = await lostBy(known, order, LARGEST_PAGE);
  if (found.length === 0) return [];
  const again = await lostBy(known, order, LARGEST_PAGE - 1);
  return again.length === 0 ? [] : found;
}

async function lostBy(known: Known, order: string, size: number): Promise<Departure[]> {
  const ordered = await walked(known, size, order);
  const ids = ordered.rows.map(idOf);
  const doubled = ordered.rows.filter((row, index) => ids.indexOf(idOf(row)) !== index);
  const twice = doubled.map((row): Departure => {
    const message = `${known.path}?order=${order}: the row with id ${idOf(row)} comes twice`;
    return { matter: 'rows', message, expected: 'each row once', received: idOf(row), ...row.at };
  });
  // The second page of one row, which is read anyway, tells how many rows there are.
  const counted = await ask(known, { ...PLAIN, page: 2, size: 1 });
  const [last] = linksTo(parseLinkHeader(counted.headers.link, counted.url), 'last');
  const count = Number(last && new URL(last.target).searchParams.get('page'));
  if (twice.length === 0 && (!ordered.whole || count === ids.length)) return [];
  const plain = await walked(known, size);
  const own = new Set(plain.rows.map(idOf));
  // What the pages lose or show twice without an order as well is a matter of paging.
  if (own.size < plain.rows.length) return [];
  if (twice.length > 0 || !plain.whole || own.size <= ids.length) return twice;
  const shown = new Set(ids);
  const lost = plain.rows.filter((row) => !shown.has(idOf(row)));
  return lost.map((row) => ({
    matter: 'missing',
    message: `${known.path}?order=${order}: the row with id ${idOf(row)} is on no page`,
    expected: `a row with id ${idOf(row)}, which the list shows without \`order\``,
    received: `${ids.length} other rows`,
    ...row.at,
  }));
}

async function walked(known: Known, size: number, order?: string): Promise<Walked> {
  const rows: Seen[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    // The first page is asked for without a number, as it was asked for before.
    const number = page === 1 ? {} : { page };
    const by = order === undefined ? {} : { order };
    const answer = await ask(known, { ...PLAIN, size, ...by, ...number });
    rows.push(...rowsOf(answer));
    if (answer.status !== 200) return { rows, whole: false };
    const links = parseLinkHeader(answer.headers.link, answer.url);
    if (linksTo(links, 'next').length === 0) return { rows, whole: true };
  }
  return { rows, whole: false };
}
