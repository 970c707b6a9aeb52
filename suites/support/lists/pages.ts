import type { Api, Query } from '../../../harness/api.js';
import type { Where } from '../../../harness/check-context.js';
import { Memo } from '../../../harness/memo.js';
import { at, type Seen } from '../../../harness/place.js';
import { type Mismatch, unanswered } from '../../../harness/violation.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import type { List } from '../../../specification/lists.js';
import { lastPageOf, pathOf, readerOf, SECOND_PAGE } from '../first-rows.js';
import { listsOf } from '../known-rows.js';
import { readEach } from '../readable.js';
import { type Extent, hasLink, mismatch, type Page, pageOf } from './page.js';

/** A list and the pages of it that were read. */
export interface PagedList extends Extent {
  list: List;
  api: Api;
  path: string;
  /** `per_page=100`: other pages are compared with it. */
  first: Page;
  /** All pages that were read: `first`, `page=2&per_page=1`, and others. */
  pages: Page[];
  /**
   * Whether the first page has fewer items than requested although the next one has further items.
   */
  isCut: boolean;
  /** The mismatches if `last` does not lead to the last page. */
  wrongEnd: Mismatch[];
  /**
   * Whether a second request returns the items in another order; requested only if a page has other
   * items than predicted.
   */
  isReordered: boolean;
}

/** Shows an instance that counts pages to two, or takes every later page for the second. */
const THIRD_PAGE = { page: 3, per_page: 1 };

/** Of how many short lists both halves are read. */
const MOST_HALVED = 2;

/**
 * Few sizes of pages, so that a second look at a list to which an item was added mostly sends the same requests;
 * each is less than twice the one before.
 */
const SIZES = [2, 3, 5, 8, 13, 21, 34, 55];

const PAGED_LISTS = new Memo<PagedList[]>();

/**
 * The lists of a version. Of each, the first page is read, and the second and the third page of one item, which
 * have a previous and usually a next page; of long ones the last two pages, of a few short ones the last page, and
 * of one list also the first by its number.
 */
export function pagedLists(where: Where): Promise<PagedList[]> {
  const { api, instance } = where;
  return instance.once(PAGED_LISTS, [api.version], async () => {
    const lists = await readEach(listsOf(where), async (list) => [await begun(list, where)]);
    const short = lists.filter((list) => isWhole(list) && list.first.ids.length > 2);
    const halved = short.filter(isSound).slice(0, MOST_HALVED);
    await readEach([...halved.entries()], async ([index, list]) => [
      await readHalves(list, index === 0 ? [1, 2] : [2]),
    ]);
    return readEach(lists, async (list) => [{ ...list, isReordered: await isReordered(list) }]);
  });
}

/** Reads a page of a list. */
async function requested(
  { api, path }: Pick<PagedList, 'api' | 'path'>,
  query: Query,
): Promise<Page> {
  return pageOf(await api.get(path, { query }));
}

async function begun(list: List, where: Where): Promise<PagedList> {
  const path = await pathOf(list, where.instance);
  const own = { list, path, api: readerOf(path, where.api).unnoted() };
  const first = await requested(own, { per_page: LARGEST_PAGE });
  if (!first.isList) unanswered(first.answer, ', not a list');
  const isFull = first.ids.length >= LARGEST_PAGE;
  const isCut = !isFull && (await goesOn(first, own));
  const read: PagedList = {
    ...own,
    first,
    pages: [first],
    isCut,
    total: isFull || isCut ? undefined : first.ids.length,
    atLeast: first.ids.length,
    wrongEnd: [],
    isReordered: false,
  };
  if (first.ids.length < 2) return read;
  const second = await requested(own, SECOND_PAGE);
  read.pages.push(second);
  // Finds out whether `page` or `per_page` is refused.
  if (!second.isList) read.pages.push(await requested(own, { per_page: 1 }));
  else if (first.ids.length > 2) read.pages.push(await requested(own, THIRD_PAGE));
  if (isFull && isRight(second, read)) await readEnd(read, second);
  return read;
}

/** Whether the page after one with `next` has further items, wherever `next` leads. */
async function goesOn(page: Page, list: Pick<PagedList, 'api' | 'path'>): Promise<boolean> {
  if (!hasLink(page, 'next')) return false;
  const after = await requested(list, { page: page.number + 1, per_page: page.size });
  return after.ids.some((id) => !page.ids.includes(id));
}

/**
 * Reads the last page of a long list and the one before, as `last` of the second page counts the items, of which it
 * has one.
 */
async function readEnd(list: PagedList, second: Page): Promise<void> {
  const count = lastPageOf(second.answer) ?? 0;
  if (!(count > 0)) return;
  const number = Math.ceil(count / LARGEST_PAGE);
  const end = await requested(list, { page: number, per_page: LARGEST_PAGE });
  const { status } = end.answer;
  // A server error is reported elsewhere.
  if (status >= 500) return;
  if (end.ids.length > 0 && !(await goesOn(end, list))) {
    // The first page is known.
    if (number > 2) {
      list.pages.push(await requested(list, { page: number - 1, per_page: LARGEST_PAGE }));
    }
    list.pages.push(end);
    list.total = (number - 1) * LARGEST_PAGE + end.ids.length;
    list.atLeast = list.total;
  } else {
    const got = end.ids.length > 0 ? 'a page that others follow' : `status ${status} without items`;
    list.wrongEnd.push(mismatch(end, 'the last page, to which `last` leads', got));
  }
}

/** Reads a list with a page size that gives two pages, the second one not full. */
async function readHalves(list: PagedList, pages: readonly (1 | 2)[]): Promise<void> {
  const per_page = SIZES.find((size) => 2 * size > list.first.ids.length) ?? LARGEST_PAGE;
  for (const page of pages) list.pages.push(await requested(list, { page, per_page }));
}

/** Whether the first page has all items. */
export function isWhole({ total, first }: PagedList): boolean {
  return total === first.ids.length;
}

/** The items that a page must have; undefined if they are beyond the first page. */
export function sliceFor({ number, size }: Page, list: PagedList): string[] | undefined {
  const { ids } = list.first;
  const end = number * size;
  return end <= ids.length || isWhole(list) ? ids.slice(end - size, end) : undefined;
}

/**
 * Whether a page has the items that it must have: only then its links can be checked by its number.
 */
export function isRight(page: Page, list: PagedList): boolean {
  if (!page.isList) return false;
  const slice = sliceFor(page, list);
  if (slice !== undefined) return String(page.ids) === String(slice);
  return page.ids.length === lengthOf(page, list) && repeatedFrom(page, list) === undefined;
}

/** The number of items that a page must have; as many as it has if the length of the list is unknown. */
export function lengthOf({ number, size, ids }: Page, { total }: Extent): number {
  return total === undefined
    ? ids.length
    : Math.min(size, Math.max(0, total - (number - 1) * size));
}

/** An item of an earlier page of the same size that a page has again, and the number of that page. */
export function repeatedFrom(
  { number, size, ids }: Page,
  { pages }: PagedList,
): { id: string; number: number } | undefined {
  const earlier = pages.filter((each) => each.size === size && each.number < number);
  for (const page of earlier) {
    const id = ids.find((each) => page.ids.includes(each));
    if (id !== undefined) return { id, number: page.number };
  }
  return undefined;
}

/** Whether all links of a list can be checked. */
export function isSound(list: PagedList): boolean {
  return !list.isReordered && list.pages.every((page) => isRight(page, list));
}

async function isReordered(list: PagedList): Promise<boolean> {
  const { first, pages } = list;
  const others = pages.filter((page) => !isRight(page, list));
  if (others.length === 0) return false;
  if (others.every((page) => isTied(page, list))) return true;
  // Another `per_page` than in the first request, in case responses are cached.
  const { ids: again } = await requested(list, { per_page: LARGEST_PAGE - 1 });
  const before = first.ids.slice(0, again.length);
  const isSameSet = String([...again].sort()) === String([...before].sort());
  return isSameSet && String(again) !== String(before);
}

/**
 * Whether a page has items of the same dates, or names, as predicted: the order of equal items may depend on the size of
 * a page.
 */
function isTied(page: Page, list: PagedList): boolean {
  const { number, size, rows, isList } = page;
  const due = list.first.rows.slice((number - 1) * size, number * size);
  if (!isList || rows.length !== due.length || repeatedFrom(page, list) !== undefined) return false;
  const valuesOf = (all: readonly Seen[], field: string) => all.map((row) => at(row, field).value);
  return ['date', ...(isByName(list.first.rows) ? ['name'] : [])].some((field) => {
    const own = valuesOf(rows, field);
    return !own.includes(undefined) && String(own) === String(valuesOf(due, field));
  });
}

/** Whether a list is in the order of names, of which there are several. */
function isByName(rows: readonly Seen[]): boolean {
  const names = rows.map((row) => String(at(row, 'name').value));
  const sorted = names.toSorted((a, b) => a.localeCompare(b));
  return new Set(names).size > 1 && String(sorted) === String(names);
}
