import type { CheckContext } from '../../harness/check-context.js';
import { inconclusive } from '../../harness/violation.js';
import { lookAgain, type Since } from './again.js';
import { followed } from './follow.js';
import { unlinked } from './judging.js';
import { linksOf, numberIn, type Page, pageOf, sameRows } from './page.js';
import { hasRows, isSecond, lastNumber, type PagedList, pagedLists } from './probe.js';

/** A whole list, read page by page from the first on by `next`. */
export interface Walk {
  list: PagedList;
  pages: Page[];
  /** Why it stopped. */
  end: 'no next' | 'next skips' | 'no page' | 'endless' | 'leads away';
  since: Since;
}

/** Where a walk begins: a list, and its `page=1`, cut so that there are two pages or three. */
export interface Start {
  list: PagedList;
  size: number;
  page: Page;
}

/** The start of the walk of the version under judgement; inconclusive where none can be made. */
export function startOf(context: CheckContext): Promise<Start> {
  const { api, instance } = context;
  return instance.once(`start of a walk in ${api.version}`, async () => {
    const lists = await pagedLists(context);
    const chosen = lists
      .filter((list) => isWalkable(list))
      .sort((a, b) => effort(a) - effort(b))[0];
    if (chosen === undefined) {
      return inconclusive('no list of 3 to 99 rows whose `next` leads to the next page');
    }
    const { source, first } = chosen;
    const size = sizeFor(first.keys.length);
    const query = { page: 1, per_page: size };
    return { list: chosen, size, page: pageOf(await source.api.get(source.path, { query })) };
  });
}

/** The walk from there; inconclusive where there is no first page (see page.page-one). */
export function walkOf(context: CheckContext): Promise<Walk> {
  const { api, instance } = context;
  return instance.once(`walk in ${api.version}`, async () => {
    const start = await startOf(context);
    if (!hasRows(start.page)) inconclusive('`page=1` shows no rows (see page.page-one)');
    return walk(start);
  });
}

function isWalkable(list: PagedList): boolean {
  const count = list.first.keys.length;
  if (!list.whole || count < 3 || list.since !== 'unchanged' || !isSecond(list)) return false;
  const { middle } = list;
  if (middle === undefined || unlinked(list) !== undefined) return false;
  // Of what was found there may be no third page: that of the list itself is then looked at on the way.
  if (list.expected.length === 2 && list.extra?.kind === 'several') return true;
  const next = linksOf(middle, 'next').map((link) => numberIn(link, middle));
  return next.length > 0 && next.every((number) => number === 3);
}

/** Three pages tell more than two; of those the list with the shortest answer costs the least. */
function effort({ first }: PagedList): number {
  const pages = Math.ceil(first.keys.length / sizeFor(first.keys.length));
  return JSON.stringify(first.answer.json).length + (pages < 3 ? 1e9 : 0);
}

/** Three pages, or two, of which the last is not full. */
export function sizeFor(count: number): number {
  let size = Math.ceil(count / 3);
  while (count % size === 0 && size < count - 1) size += 1;
  return size;
}

async function walk({ list, size, page: start }: Start): Promise<Walk> {
  const { source } = list;
  const most = Math.ceil(list.first.keys.length / size) + 2;
  const pages: Page[] = [];
  let page = start;
  let end: Walk['end'] | undefined;
  while (end === undefined) {
    pages.push(page);
    const [link] = linksOf(page, 'next');
    const next = link && numberIn(link, page);
    if (page.rows === undefined) end = 'no page';
    else if (link === undefined) end = 'no next';
    else if (next !== undefined && next !== pages.length + 1) end = 'next skips';
    else if (pages.length >= most) end = 'endless';
    else {
      const following = await followed(source, page, 'next');
      if (following === undefined) end = 'leads away';
      else page = following;
    }
  }
  const keys = pages.flatMap((each) => each.keys);
  const asBefore = sameRows(keys, list.first.keys);
  return {
    list,
    pages,
    end,
    since: asBefore ? 'unchanged' : await lookAgain(source, list.first.keys),
  };
}

/**
 * Whether a walk ended on a page without `next`, the one that `last` of the first page names. A `last`
 * that is missing, or wrong on another page of the list, is judged elsewhere and does not count here.
 */
export function endsAtLast({ list, pages, end }: Walk): boolean {
  if (end !== 'no next') return false;
  const [start] = pages;
  const [last] = start === undefined ? [] : linksOf(start, 'last');
  if (start === undefined || last === undefined) return true;
  return lastNumber(list) !== list.expected.length || numberIn(last, start) === pages.length;
}
