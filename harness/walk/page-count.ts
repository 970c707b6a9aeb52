import type { Page, PageRead } from './page.js';

/** More pages than any list has: what goes on so far is taken for endless. */
const MOST_PAGES = 10_000_000;

/** How many pages a list has: a number, or `endless` for one that comes to no end. */
export type PageCount = number | 'endless';

/**
 * How many pages a list has by its first page: by the relation `last` (SPEC.md, "Limits") or, where
 * that is missing, by asking for pages that are twice as far each time and halving what is between.
 */
export async function pageCount(
  first: Page,
  perPage: number,
  read: (number: number) => Promise<PageRead>,
): Promise<PageCount> {
  if (first.last !== undefined) return first.last > MOST_PAGES ? 'endless' : first.last;
  if (!first.hasNext && first.rows.length < perPage) return 1;
  const isThere = async (number: number) => 'page' in (await read(number));
  let there = 1;
  let beyond = 2;
  while (await isThere(beyond)) {
    if (beyond > MOST_PAGES) return 'endless';
    there = beyond;
    beyond *= 2;
  }
  while (beyond - there > 1) {
    const middle = Math.floor((there + beyond) / 2);
    if (await isThere(middle)) there = middle;
    else beyond = middle;
  }
  return there;
}
