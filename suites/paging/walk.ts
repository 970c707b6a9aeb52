import type { CheckContext } from '../../harness/check-context.js';
import { inconclusive } from '../../harness/violation.js';
import { hasRows, lastNumber, linksOf, numberIn, type Page, pageOf, sameRows } from './page.js';
import {
  followed,
  lookAgain,
  type PagedList,
  pagedLists,
  type Since,
  turnOf,
  unlinked,
} from './reading.js';

/** A whole list, read page by page: from `page=1` on by `next`, so that there are two pages. */
export interface Walk {
  list: PagedList;
  pages: Page[];
  /** Why it stopped. */
  end: 'no next' | 'next skips' | 'no page' | 'endless' | 'leads away';
  since: Since;
}

/** The walk of the version under judgement; inconclusive where no list can be walked. */
export function walkOf(context: CheckContext): Promise<Walk> {
  const { api, instance } = context;
  return instance.once(`walk in ${api.version}`, async () => {
    const walkable = (await pagedLists(context)).filter(isWalkable);
    const list = walkable[turnOf(context) % walkable.length];
    if (list !== undefined) return walk(list);
    return inconclusive('no list of 3 to 99 rows whose `next` leads to the next page');
  });
}

/** The same walk; inconclusive as well where it has no first page. */
export async function begunWalk(context: CheckContext): Promise<Walk> {
  const walk = await walkOf(context);
  if (!hasRows(walk.pages[0])) inconclusive('`page=1` shows no rows (see page.page-one)');
  return walk;
}

function isWalkable(list: PagedList): boolean {
  const { first, whole, second, since } = list;
  const isKnown = whole && first.keys.length > 2 && since === 'unchanged';
  if (!isKnown || second === undefined || unlinked(list) !== undefined) return false;
  const next = linksOf(second, 'next').map((link) => numberIn(link, second));
  return next.length > 0 && next.every((number) => number === 3);
}

/** Two pages, of which the last is not full. */
function sizeFor(count: number): number {
  return Math.floor(count / 2) + 1;
}

async function walk(list: PagedList): Promise<Walk> {
  const { source, first } = list;
  const size = sizeFor(first.keys.length);
  const most = Math.ceil(first.keys.length / size) + 2;
  const pages: Page[] = [];
  let page = pageOf(await source.api.get(source.path, { query: { page: 1, per_page: size } }));
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
      const following = await followed(page, 'next', source.api);
      if (following === undefined) end = 'leads away';
      else page = following;
    }
  }
  const asBefore = sameRows(rowsOf(pages), first.keys);
  const since = asBefore ? 'unchanged' : await lookAgain(source, first.keys);
  return { list, pages, end, since };
}

/** What tells the rows of some pages apart, in their order. */
export function rowsOf(pages: readonly Page[]): string[] {
  return pages.flatMap(({ keys }) => keys);
}

/**
 * Whether a walk ended on a page without `next`, the one that `last` of the first page names. A `last`
 * that is missing, or wrong on another page of the list, is judged elsewhere and does not count here.
 */
export function endsAtLast({ list, pages: [start, ...more], end }: Walk): boolean {
  if (end !== 'no next') return false;
  const isSound = lastNumber(list.second) === list.first.keys.length;
  if (!isSound || start === undefined || linksOf(start, 'last').length === 0) return true;
  return lastNumber(start) === more.length + 1;
}
