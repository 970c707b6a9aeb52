import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import type { Seen } from '../../harness/place.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { idOf } from '../support/lists/first-rows.js';
import { type KnownItems, repeated, rowsOf } from '../support/lists/list.js';
import type { ListMismatch } from '../support/lists/prediction.js';
import { ask, PLAIN } from '../support/lists/query.js';

/** The number of pages to read, and that of a longer list, which only shows whether items occur twice. */
const [MOST_PAGES, OF_MORE] = [4, 2];

/**
 * Reads pages of a list in an order in which many items are equal, and without it. Reports an item
 * that occurs twice or, if the list is short enough to be read completely, on no page.
 */
export async function missingInPages(known: KnownItems, order: string): Promise<ListMismatch[]> {
  const [ordered, plain] = [await walked(known, { order }), await walked(known)];
  // Duplicate or missing items without an order have requirements of their own.
  if (repeated(plain.rows).length > 0) return [];
  const shown = new Set(ordered.rows.map(idOf));
  const absent = plain.rows.filter((row) => !shown.has(idOf(row)));
  const isLess = ordered.isWhole && plain.isWhole && shown.size < plain.rows.length;
  const about = (kind: ListMismatch['kind'], is: string) => (row: Seen) => ({
    kind,
    message: `${known.path}?order=${order}: the item with id ${idOf(row)} ${is}`,
    expected: 'each item of the list without `order`, once',
    received: `${ordered.rows.length} items on pages of ${LARGEST_PAGE}`,
    ...row.at,
  });
  return [
    ...repeated(ordered.rows).map(about('rows', 'occurs twice')),
    ...(isLess ? absent.map(about('missing', 'is on no page')) : []),
  ];
}

/** The items of the first pages of a list, and whether these are all. */
async function walked(known: KnownItems, by: { order?: string } = {}) {
  const rows: Seen[] = [];
  let most = MOST_PAGES;
  for (let page = 1; page <= most; page += 1) {
    // The first page is requested without a number, so that the response is cached already.
    const answer = await ask(known, {
      ...PLAIN,
      ...by,
      size: LARGEST_PAGE,
      page: page > 1 ? page : undefined,
    });
    rows.push(...rowsOf(answer));
    const links = parseLinkHeader(answer.headers.link, answer.url);
    if (linksTo(links, 'next').length === 0) return { rows, isWhole: answer.status === 200 };
    const [last] = linksTo(links, 'last');
    const pages = Number(last && new URL(last.target).searchParams.get('page'));
    if (pages > MOST_PAGES) most = OF_MORE;
  }
  return { rows, isWhole: false };
}
