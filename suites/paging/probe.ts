import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { readable } from '../conventions/readable.js';
import { firstPage } from '../conventions/sources.js';
import type { AskedTogether } from '../filters/asked-in-parts.js';
import { listNamed } from '../filters/lists.js';
import { lookAgain, type Since } from './again.js';
import type { Extra } from './extras.js';
import { followed } from './follow.js';
import { foundPage, notFound } from './found.js';
import { type PagedPath, pagedPaths } from './lists.js';
import { linksOf, numberIn, type Page, pageOf } from './page.js';

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
  /** Whether those are all: else there are more after them. */
  all: boolean;
  /** The same page with a filter, an order or a search, as it came. */
  extra?: AskedMore;
  /** `per_page=1`, asked only where `middle` is no list. */
  onlyFirst?: Page;
  /** Where `last` of `middle` leads, followed where its number alone does not tell. */
  last?: Page;
  /** Where `next` of `last` leads, if it has one. */
  beyondLast?: Page;
  since: Since;
  /** Requests with something more that were not answered as they should be. */
  amiss: readonly AskedTogether[];
}

/** The second page of one row of what is asked for by more than its number and size. */
export interface AskedMore extends Extra {
  page: Page;
  /** Whether it is as it should be; if not, `middle` is asked for without anything more. */
  isRight: boolean;
  /** What became of what a search found; asked only if its second page is not right and all else is. */
  since?: Since;
}

type Where = Pick<CheckContext, 'api' | 'instance'>;

/** The lists of the version under judgement; read once, shared by all who ask. */
export function pagedLists({ api, instance }: Where) {
  return instance.once(`paged lists of ${api.version}`, async () => {
    const where = { api: api.unnoted(), instance };
    const paths = await pagedPaths(where.api, instance);
    return Promise.all(paths.map((path) => probe(path, where)));
  });
}

async function probe(list: PagedPath, where: Where): Promise<PagedList> {
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
    all: whole,
    since: 'unchanged',
    amiss: [],
  };
  if (rows.length < 2) return read;
  const query = await readMiddle(list, read, where);
  await readLast(list, read, query);
  return read;
}

/**
 * The page with a filter, an order or a search serves as the plain one, unless it is not what it
 * should be. Returns what the page that serves was asked for besides its number and size.
 */
async function readMiddle(list: PagedPath, read: PagedList, where: Where): Promise<Query> {
  const [several] = await readable(async () => [await foundPage(listNamed(list.name), where)]);
  if (several?.path === list.path) {
    const { query, page, expected } = several;
    const asked = { kind: 'several' as const, query, expected: [expected], all: true };
    read.extra = { ...asked, page, isRight: true };
    Object.assign(read, { middle: page, expected, all: true });
    return query;
  }
  const amiss: AskedTogether[] = [];
  read.amiss = amiss;
  const [odd] = await readable(async () => [await notFound(listNamed(list.name), where)]);
  if (odd !== undefined) amiss.push(odd);
  const extra = await list.extra(read, where);
  if (extra !== undefined) {
    const page = pageOf(await list.api.get(list.path, { query: { ...extra.query, ...SECOND } }));
    const served = { ...read, middle: page, all: extra.all };
    const expected = extra.expected.find((each) => isSecond({ ...served, expected: each }));
    const isRight = expected !== undefined && fits({ ...served, expected }, extra);
    read.extra = { ...extra, page, isRight };
    if (isRight) {
      Object.assign(read, { middle: page, expected, all: extra.all });
      if (!adds(read)) {
        const isFound = extra.kind === 'search';
        read.since = isFound
          ? await lookAgain(list, expected, extra.query)
          : await lookAgain(list, read.first.keys);
      }
      return extra.query;
    }
    amiss.push({ as: list.api, path: list.path, query: extra.query, second: page });
  }
  read.middle = pageOf(await list.api.get(list.path, { query: SECOND }));
  if (adds(read)) {
    if (extra?.kind === 'search' && read.extra !== undefined) {
      const [found = []] = extra.expected;
      read.extra.since = await lookAgain(list, found, extra.query);
    }
    return {};
  }
  read.since = await lookAgain(list, read.first.keys);
  if (read.middle.rows === undefined) {
    read.onlyFirst = pageOf(await list.api.get(list.path, { query: { per_page: 1 } }));
  }
  return {};
}

/**
 * Whether a page whose row is right may serve: where a filter or a search gives the right row, it
 * works, and a wrong count of pages is the paging's own; but an order may have lost some rows.
 */
function fits(read: PagedList, { kind }: Extra): boolean {
  return kind !== 'order' || (lastNumber(read) ?? read.expected.length) === read.expected.length;
}

const SECOND: Query = { page: 2, per_page: 1 };

/** Whether the second page of one row shows the row that it should, and its links as many as there are. */
function adds(read: PagedList): boolean {
  const { all, middle, expected } = read;
  if (middle === undefined || !isSecond(read)) return false;
  if (!all) return true;
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
  return middle === undefined ? undefined : lastOf(middle);
}

/** The number of the page that `last` of a page names. */
export function lastOf(page: Page): number | undefined {
  const [link] = linksOf(page, 'last');
  return link === undefined ? undefined : numberIn(link, page);
}

/** Whether a page is a list with rows. */
export function hasRows(page: Page | undefined): boolean {
  return page?.rows !== undefined && page.rows.length > 0;
}

/** Whether the page after another one shows rows that the other does not. */
export function goesOn(page: Page, beyond: Page | undefined): boolean {
  return beyond?.keys.some((key) => !page.keys.includes(key)) === true;
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
  if (named && (read.all || !list.lastIsRead)) return;
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
