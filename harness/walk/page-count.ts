import type { Page, PageRead } from './page.js';

/** More pages than any list has: such a list counts as endless. */
const MOST_PAGES = 10_000_000;

/** The number of pages of a list, or `endless`. */
export type PageCount = number | 'endless';

/**
 * The number of pages of a list: from `last` (SPEC.md, "Limits") or, if that is missing, by
 * exponential and binary search.
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
