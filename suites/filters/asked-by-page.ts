import type { Query } from '../../harness/api.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { isWhole } from '../conventions/sources.js';
import { isSorted } from '../order/sorting.js';
import { mismatch, type Page } from '../paging/page.js';
import { type Amiss, type AskedTogether, type Part, whatIsShown } from './asked-in-parts.js';

/** What departs where fewer rows are shown than were asked for, while there are as many. */
export async function cutShort(asked: AskedTogether, whole: Page): Promise<Amiss | undefined> {
  const count = whole.keys.length;
  if (isWhole(whole.answer) || count >= LARGEST_PAGE) return undefined;
  const beyond = await whatIsShown(asked, { ...asked.query, page: 2, per_page: LARGEST_PAGE });
  if (beyond.keys.every((key) => whole.keys.includes(key))) return undefined;
  const message = `got ${count} rows, and the next page has more`;
  const wanted = 'as many rows as per_page says, while there are as many';
  const mismatches = [mismatch(whole, message, wanted, count)];
  return { matter: 'page.per-page.honoured', mismatches };
}

/** What departs where a page of one row shows another one than stands there when all are shown at once. */
export async function cutAmiss(
  asked: AskedTogether,
  whole: Page,
  parts: readonly Part[],
): Promise<Amiss | undefined> {
  const { query } = asked;
  if (asked.second === undefined) return undefined;
  const index = tellingPlace(whole, parts, query);
  const wanted = whole.keys[index];
  if (wanted === undefined) return undefined;
  // Written the other way round it is not the answer that is known.
  const page = await whatIsShown(asked, { page: index + 1, per_page: 1, ...query });
  const [shown, more] = page.keys;
  // That a row is missing at the end is judged by what all pages show (see page.last.points).
  if (shown === undefined || (shown === wanted && more === undefined)) return undefined;
  const expected = `row ${index + 1} of those that are shown at once, ${wanted}`;
  const message = `expected ${expected}, got ${JSON.stringify(page.keys)}`;
  const mismatches = [mismatch(page, message, expected, page.keys)];
  if (more !== undefined) return { matter: 'page.per-page.honoured', mismatches };
  const lost = parts.filter((part) => part.page.keys[index] === shown).map(({ left }) => left);
  if (lost.includes('order')) return { matter: 'page.of-ordered', mismatches };
  const isOther = lost.length > 0 || !whole.keys.includes(shown);
  return { matter: isOther ? 'page.of-found' : 'page.page-selects', mismatches };
}

/**
 * The index of a row that stands elsewhere if any parameter is left out, so that a page tells which
 * one was not heeded; and that no other equals in the order asked for (see page.order.ties).
 */
function tellingPlace(whole: Page, parts: readonly Part[], query: Query): number {
  const { keys } = whole;
  const places = keys.map((_, place) => place);
  const open = places.filter((place) => place > 0 && !isTied(whole, place, query));
  const telling = open.filter((place) =>
    parts.every(({ page }) => ![keys[place], keys[0]].includes(page.keys[place])),
  );
  return telling[0] ?? open[0] ?? -1;
}

/** Whether a row might change places with the one before it or after it. */
function isTied({ rows = [] }: Page, index: number, { order }: Query): boolean {
  if (order === undefined) return false;
  const pairs = [rows.slice(index - 1, index + 1), rows.slice(index, index + 2)];
  return pairs.some((pair) => {
    return pair.length === 2 && isSorted(pair.reverse(), String(order)) === undefined;
  });
}
