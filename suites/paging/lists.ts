import type { Query } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import type { Mismatch } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import type { List } from '../../specification/lists.js';
import { readable } from '../conventions/readable.js';
import { isEndRead, type Known, knownOf, listsOf } from '../lists/list.js';
import { inTurn } from '../lists/rotation.js';
import { lookAgain, type Since } from '../lists/unchanged.js';
import { hasLink, lastNumber, mismatch, type Page, pageOf } from './page.js';
import { type Extent, wrongLinks } from './prediction.js';

/** A list and the pages of it that were read. */
export interface PagedList extends Extent {
  known: Known;
  /** `per_page=100`: what the others are held against. */
  first: Page;
  /** All that were read: `first`, `page=2&per_page=1`, and others. */
  pages: Page[];
  /** The page after the first one, if that is not full and this one shows further rows. */
  beyond: Page | undefined;
  /** What differs if the last page is not where `last` says. */
  wrongEnd: Mismatch[];
  /** Looked at only where a page is not as predicted. */
  since: Since;
}

/**
 * The lists of a version. Of each its first page is read, and the second one of a single row, which has a
 * page before it and mostly one after it; in one version of a run the last page, if there are many; and
 * of one list in each version both its halves.
 */
export function pagedLists(where: Where): Promise<PagedList[]> {
  const { api, instance } = where;
  return instance.once(`pages of ${api.version}`, async () => {
    const read = listsOf(where).map((list) => readable(async () => [await begun(list, where)]));
    const lists = (await Promise.all(read)).flat();
    const halved = inTurn(lists.filter(isHalvable), where);
    if (halved !== undefined) halved.pages.push(...(await halvesOf(halved)));
    const settled = lists.map((list) =>
      readable(async () => [{ ...list, since: await sinceRead(list) }]),
    );
    return (await Promise.all(settled)).flat();
  });
}

async function requested({ api, path }: Known, query: Query): Promise<Page> {
  return pageOf(await api.get(path, { query }));
}

async function begun(list: List, where: Where): Promise<PagedList> {
  const known = await knownOf(list, where);
  const first = await requested(known, { per_page: LARGEST_PAGE });
  const isFull = first.ids.length >= LARGEST_PAGE;
  const after = isFull ? undefined : await nextOf(first, known);
  const beyond = goesOn(first, after) ? after : undefined;
  const read: PagedList = {
    known,
    first,
    pages: [first],
    beyond,
    total: isFull || beyond !== undefined ? undefined : first.ids.length,
    atLeast: first.ids.length,
    wrongEnd: [],
    since: 'as it was',
  };
  if (first.ids.length < 2) return read;
  const second = await requested(known, { page: 2, per_page: 1 });
  read.pages.push(second);
  // Whether it is `page` or `per_page` that is not taken.
  if (!second.isList) read.pages.push(await requested(known, { per_page: 1 }));
  const isEndAsked = isFull && isRight(second, read) && isEndRead(list, where);
  return isEndAsked ? { ...read, ...(await endOf(read, second)) } : read;
}

/** The page after another one, if that has a link to it: asked for by its number, wherever the link leads. */
async function nextOf(page: Page, known: Known): Promise<Page | undefined> {
  if (!hasLink(page, 'next')) return undefined;
  return requested(known, { page: page.number + 1, per_page: page.size });
}

function goesOn(page: Page, after: Page | undefined): boolean {
  return after?.ids.some((id) => !page.ids.includes(id)) === true;
}

/** The last page of a long list, as `last` of the second one counts the rows. */
async function endOf(
  { known, pages }: PagedList,
  second: Page,
): Promise<Partial<Pick<PagedList, 'pages' | 'total' | 'atLeast' | 'wrongEnd'>>> {
  const counted = lastNumber(second) ?? 0;
  const number = Math.ceil(counted / LARGEST_PAGE);
  if (number < 2) return {};
  const end = await requested(known, { page: number, per_page: LARGEST_PAGE });
  // An error of the server is reported as such.
  if (end.answer.status >= 500) return {};
  if (end.ids.length > 0 && !goesOn(end, await nextOf(end, known))) {
    const total = (number - 1) * LARGEST_PAGE + end.ids.length;
    return { pages: [...pages, end], total, atLeast: total };
  }
  const expected = `the last rows, as \`last\` of pages of one row counts ${counted}`;
  const got = end.ids.length > 0 ? 'others after them' : `status ${end.answer.status} and no row`;
  return { wrongEnd: [mismatch(end, expected, got)] };
}

/** Whether the first page holds all rows. */
export function isWhole({ total, first }: PagedList): boolean {
  return total === first.ids.length;
}

function isHalvable(list: PagedList): boolean {
  return isWhole(list) && list.first.ids.length > 2 && isSound(list);
}

/** Both pages of a list at a size for which there are two, the last of them not full. */
function halvesOf({ known, first }: PagedList): Promise<Page[]> {
  const size = Math.floor(first.ids.length / 2) + 1;
  return Promise.all([1, 2].map((page) => requested(known, { page, per_page: size })));
}

/** The rows that a page must show; undefined where they are beyond the first page. */
export function sliceFor({ number, size }: Page, list: PagedList): string[] | undefined {
  const { ids } = list.first;
  const end = number * size;
  return end <= ids.length || isWhole(list) ? ids.slice(end - size, end) : undefined;
}

/** Whether a page shows the rows that it must: only then its links can be judged by its number. */
export function isRight(page: Page, list: PagedList): boolean {
  const slice = sliceFor(page, list);
  return page.isList && (slice === undefined || String(page.ids) === String(slice));
}

/** Whether all links of a list can be judged. */
export function isSound(list: PagedList): boolean {
  return list.since === 'as it was' && list.pages.every((page) => isRight(page, list));
}

async function sinceRead(list: PagedList): Promise<Since> {
  const { known, first, pages, wrongEnd } = list;
  const differs = (page: Page) =>
    !isRight(page, list) ||
    // A page more or less is told by these: what else is wrong with links, no change of the list explains.
    [
      wrongLinks('lacking', 'next', page, list),
      wrongLinks('surplus', 'next', page, list),
      wrongLinks('misleading', 'last', page, list),
    ].some((wrong) => wrong !== undefined && wrong.length > 0);
  if (wrongEnd.length === 0 && !pages.some(differs)) return 'as it was';
  const since = await lookAgain(known);
  const [, second] = pages;
  const isLong = first.ids.length >= LARGEST_PAGE;
  if (since !== 'as it was' || !isLong || second === undefined) return since;
  // The first rows of a longer list may be as they were: what `last` counts tells of the others.
  const rows = await requested(known, { page: 3, per_page: 1 });
  const full = await requested(known, { page: 1, per_page: LARGEST_PAGE });
  const isSame = lastNumber(rows) === lastNumber(second) && lastNumber(full) === lastNumber(first);
  return isSame ? since : 'changed';
}
