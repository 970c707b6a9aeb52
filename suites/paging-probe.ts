import type { Query } from '../harness/api.js';
import type { CheckContext } from '../harness/check-context.js';
import { ForeignOrigin } from '../harness/client/transport-error.js';
import type { Link } from '../harness/link-header.js';
import { type Extra, type PagedPath, pagedPaths } from './paging-lists.js';
import { linksOf, numberIn, type Page, pageOf, sameOrder, sameRows } from './paging-page.js';
import { firstPage } from './sources.js';

/** "`per_page` may be set up to 100" (SPEC.md, "Limits"). */
export const LARGEST_PAGE = 100;

/** What became of a list since it was first read: asked only where something does not add up. */
export type Since = 'unchanged' | 'changed' | 'in another order';

/**
 * One list, as few pages show it. Nearly all is judged by one of them: the second page of one row,
 * which has a page before it and, if the list has three rows, one after it.
 */
export interface PagedList {
  source: PagedPath;
  /** The first page with `per_page=100`. */
  first: Page;
  /** Whether `first` holds all rows. */
  whole: boolean;
  /** What the next page holds, if `first` has fewer than 100 rows and yet a `next`. */
  beyondFirst?: Page;
  /** `page=2&per_page=1`; undefined where the list has fewer than two rows. */
  middle?: Page;
  /** The rows that all pages of one row, of which `middle` is the second, should show in turn. */
  expected: string[];
  /** The same with a filter or an order, as it came. */
  extra?: { kind: Extra['kind']; query: Query; page: Page };
  /** `per_page=1`, asked only where `middle` is no list. */
  onlyFirst?: Page;
  /** Where `last` of `middle` leads, followed where its number alone does not tell. */
  last?: Page;
  /** Where `next` of `last` leads, if it has one. */
  beyondLast?: Page;
  since: Since;
}

/** The lists of the version under judgement; read once, shared by all who ask. */
export function pagedLists({ api, instance }: Pick<CheckContext, 'api' | 'instance'>) {
  return instance.once(`paged lists of ${api.version}`, async () => {
    const paths = await pagedPaths(api.unnoted(), instance);
    return Promise.all(paths.map(probe));
  });
}

/**
 * The page of the list that a link names; undefined where there is no such link or it leads away from
 * the instance. What else the link should have kept of the request is judged apart, and kept here.
 */
export async function followed(
  { api }: PagedPath,
  page: Page,
  relation: string,
): Promise<Page | undefined> {
  const [link] = linksOf(page, relation);
  if (link === undefined) return undefined;
  try {
    return pageOf(await api.follow(asAsked(link, page)));
  } catch (error) {
    if (error instanceof ForeignOrigin) return undefined;
    throw error;
  }
}

function asAsked(link: Link, page: Page): string {
  if (numberIn(link, page) === undefined) return link.target;
  const target = new URL(link.target);
  for (const [name, value] of new URL(page.answer.url).searchParams) {
    const kept = name === 'page' || target.searchParams.get(name) === value;
    if (!kept) target.searchParams.set(name, value);
  }
  return target.href;
}

async function probe(list: PagedPath): Promise<PagedList> {
  const first = pageOf(await firstPage(list.api, list.path));
  const rows = first.rows ?? [];
  const goesFurther = first.rows !== undefined && rows.length < LARGEST_PAGE;
  const beyondFirst = goesFurther ? await followed(list, first, 'next') : undefined;
  const whole = goesFurther && !goesOn(first, beyondFirst);
  const read: PagedList = {
    source: list,
    first,
    whole,
    ...(beyondFirst === undefined ? {} : { beyondFirst }),
    expected: first.keys,
    since: 'unchanged',
  };
  if (rows.length < 2) return read;
  const query = await readMiddle(list, read);
  await readLast(list, read, query);
  return read;
}

/**
 * The page with a filter or an order serves as the plain one, unless it is not what it should be.
 * Returns what the page that serves was asked for besides its number and size.
 */
async function readMiddle(list: PagedPath, read: PagedList): Promise<Query> {
  const rows = read.first.rows ?? [];
  const extra = list.extra(rows);
  const usable = extra !== undefined && (extra.kind === 'filter' || read.whole);
  const kept = usable
    ? extra.apply(rows).map((row) => read.first.keys[rows.indexOf(row)] ?? '')
    : [];
  if (usable && kept.length > 2) {
    const page = pageOf(await list.api.get(list.path, { query: { ...extra.query, ...SECOND } }));
    read.extra = { kind: extra.kind, query: extra.query, page };
    // Where the row is right the filter works, and a wrong count of pages is the paging's own.
    if (isSecond({ ...read, middle: page, expected: kept })) {
      read.middle = page;
      read.expected = kept;
      if (!adds(read)) read.since = await lookAgain(list, read);
      return extra.query;
    }
  }
  read.middle = pageOf(await list.api.get(list.path, { query: SECOND }));
  if (adds(read)) return {};
  read.since = await lookAgain(list, read);
  if (read.middle.rows === undefined) {
    read.onlyFirst = pageOf(await list.api.get(list.path, { query: { per_page: 1 } }));
  }
  return {};
}

const SECOND: Query = { page: 2, per_page: 1 };

/** Whether the second page of one row shows the row that it should, and its links as many as there are. */
function adds(read: PagedList): boolean {
  const { whole, middle, expected } = read;
  if (middle === undefined || !isSecond(read)) return false;
  if (!whole) return true;
  const last = lastNumber(read);
  const isMore = linksOf(middle, 'next').length > 0;
  return (last === undefined || last === expected.length) && isMore === expected.length > 2;
}

/** Whether `middle` shows one row, and the one that it should. */
export function isSecond({ middle, expected }: PagedList): boolean {
  return middle?.keys.length === 1 && middle.keys[0] === expected[1];
}

/** The number of the page that `last` of `middle` names. */
export function lastNumber({ middle }: PagedList): number | undefined {
  const [link] = middle === undefined ? [] : linksOf(middle, 'last');
  return link === undefined || middle === undefined ? undefined : numberIn(link, middle);
}

/** Whether a page is a list with rows. */
export function hasRows(page: Page | undefined): boolean {
  return page?.rows !== undefined && page.rows.length > 0;
}

/** Whether the page after another one shows rows that the other does not. */
export function goesOn(page: Page, beyond: Page | undefined): boolean {
  return beyond?.keys.some((key) => !page.keys.includes(key)) === true;
}

/**
 * The first rows once more, by a size that was not asked for: somebody may have added or removed some. A
 * list that gives fewer because it does not heed the size has not changed for that.
 */
export async function lookAgain({ api, path }: PagedPath, { first }: PagedList): Promise<Since> {
  const again = pageOf(await api.get(path, { query: { per_page: LARGEST_PAGE - 1 } }));
  const before = first.keys.slice(0, Math.max(again.keys.length, 1));
  const fewer = again.keys.length < Math.min(first.keys.length, LARGEST_PAGE - 1);
  if (fewer || !sameRows(before, again.keys)) return 'changed';
  return sameOrder(before, again.keys) ? 'unchanged' : 'in another order';
}

/** Whether `next` names a later page than the one that it is on. */
function leadsOn(page: Page): boolean {
  const [next] = linksOf(page, 'next');
  const number = next && numberIn(next, page);
  const own = Number(new URL(page.answer.url).searchParams.get('page'));
  return next !== undefined && (number === undefined || number > own);
}

/** Follows `last` where its number cannot be held against the rows. */
async function readLast(list: PagedPath, read: PagedList, extra: Query): Promise<void> {
  const { middle } = read;
  if (middle === undefined || !isSecond(read)) return;
  const named = lastNumber(read) !== undefined;
  if (named && (read.whole || !list.lastIsRead)) return;
  const last = await followed(list, middle, 'last');
  if (last === undefined) return;
  read.last = last;
  const beyond = leadsOn(last) ? await followed(list, last, 'next') : undefined;
  if (beyond !== undefined) read.beyondLast = beyond;
  if (hasRows(last) && !goesOn(last, beyond)) return;
  // Rows may have come or gone between the two: the third page counts them anew.
  const query = { ...extra, page: 3, per_page: 1 };
  const counted = pageOf(await list.api.get(list.path, { query }));
  if (lastNumber({ ...read, middle: counted }) !== lastNumber(read)) read.since = 'changed';
}
