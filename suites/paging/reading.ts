import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { type Opening, openings, type Source } from './lists.js';
import {
  goesOn,
  hasRows,
  lastNumber,
  linksOf,
  numberIn,
  type Page,
  pageOf,
  queryOf,
  sameOrder,
  sameRows,
} from './page.js';

/**
 * One list, as few pages show it. Nearly all is judged by one of them: the second page of one row,
 * which has a page before it and, if the list has three rows, one after it.
 */
export interface PagedList extends Opening {
  /** Whether `first` holds all rows. */
  whole: boolean;
  /** What the next page holds, if `first` has fewer than 100 rows and yet a `next`. */
  beyondFirst: Page | undefined;
  /** `page=2&per_page=1`; undefined where the list has fewer than two rows. */
  second?: Page;
  /** `per_page=1`, requested only where `second` is no list. */
  onlyFirst?: Page;
  /** Where `last` leads: that of `second` where its number alone does not tell. */
  endings: Ending[];
  since: Since;
}

/** The page that `last` of another one leads to. */
export interface Ending {
  from: Page;
  last: Page;
  /** Where `next` of `last` leads, if it has one. */
  beyond: Page | undefined;
}

/** How a list differs from what it was when it was first read: requested only where pages do not add up. */
export type Since = 'unchanged' | 'changed' | 'in another order';

/** Why a list says nothing about a requirement, in an operator's words; nothing if it does. */
export type NotShown = string | undefined;

/** Rows came or went between two requests: pages that do not add up then are not the instance's fault. */
export const CHANGED = 'the list changed while it was read';

/** A list of one page has no neighbours. */
export const TOO_SHORT = 'it has fewer than two rows';

/** The lists of the version under judgement; read once, shared by all requirements. */
export function pagedLists({ api, instance }: CheckContext): Promise<PagedList[]> {
  return instance.once(`paged lists of ${api.version}`, async () => {
    const lists = await openings(api.unnoted(), instance);
    return Promise.all(lists.map(readList));
  });
}

/** The index of the version: what one list stands for is requested of another list in each. */
export function turnOf({ api, instance }: Pick<CheckContext, 'api' | 'instance'>): number {
  return Math.max(0, instance.versions.indexOf(api.version));
}

async function readList({ source, first }: Opening): Promise<PagedList> {
  const { api, path } = source;
  const isShort = first.rows !== undefined && first.keys.length < LARGEST_PAGE;
  const beyondFirst = isShort ? await followed(first, 'next', api) : undefined;
  const whole = isShort && !goesOn(first, beyondFirst);
  const list: PagedList = {
    source,
    first,
    whole,
    beyondFirst,
    endings: [],
    since: 'unchanged',
  };
  if (first.keys.length < 2) return list;
  const second = pageOf(await api.get(path, { query: SECOND }));
  list.second = second;
  if (!addsUp(list, second)) list.since = await lookAgain(source, first.keys);
  if (second.rows === undefined) {
    list.onlyFirst = pageOf(await api.get(path, { query: { per_page: 1 } }));
  }
  if (isSecond(list)) {
    const isEndRead = !list.whole && source.lastIsRead;
    if (isEndRead || lastNumber(second) === undefined) await readEnding(list, second);
  }
  return list;
}

const SECOND = { page: 2, per_page: 1 };

/** Whether the second page of one row shows the row that it should, and as many pages as there are rows. */
function addsUp(list: PagedList, second: Page): boolean {
  if (!isSecond(list) || !list.whole) return isSecond(list);
  const count = list.first.keys.length;
  const isMore = linksOf(second, 'next').length > 0;
  return [undefined, count].includes(lastNumber(second)) && isMore === count > 2;
}

/** Whether `second` shows one row, and the one that it should. */
export function isSecond({ second, first }: PagedList): boolean {
  return second?.keys.length === 1 && second.keys[0] === first.keys[1];
}

/** Why the second page of one row cannot be judged by its links; nothing if it can. */
export function unlinked(list: PagedList): NotShown {
  const { second } = list;
  if (second === undefined) return TOO_SHORT;
  if (!isSecond(list))
    return 'the second page, at one row a page, was not shown (see page.page-selects)';
  if (list.since === 'changed') return CHANGED;
  if (!second.hasHeader) return 'a page has no Link header (see page.link.present)';
  const isMalformed = second.header.malformed.length > 0;
  return isMalformed ? 'a Link header is malformed (see page.link.syntax)' : undefined;
}

/**
 * The first rows once more, by a size that was not requested before: rows may have been added or
 * removed. A list that gives fewer because it ignores the size has not changed for that.
 */
export async function lookAgain({ api, path }: Source, known: string[]): Promise<Since> {
  const again = pageOf(await api.get(path, { query: { per_page: LARGEST_PAGE - 1 } }));
  const before = known.slice(0, Math.max(again.keys.length, 1));
  const fewer = again.keys.length < Math.min(known.length, LARGEST_PAGE - 1);
  if (fewer || !sameRows(before, again.keys)) return 'changed';
  return sameOrder(before, again.keys) ? 'unchanged' : 'in another order';
}

async function readEnding(list: PagedList, from: Page): Promise<void> {
  const { api } = list.source;
  if (from.header.malformed.length > 0) return;
  const last = await followed(from, 'last', api);
  if (last === undefined) return;
  const beyond = leadsOn(last) ? await followed(last, 'next', api) : undefined;
  list.endings.push({ from, last, beyond });
  if (isEnd({ last, beyond })) return;
  // Rows may have come or gone since `from` was read: the third page counts them anew.
  const counted = pageOf(await api.follow(addressOf(from, 3)));
  if (lastNumber(counted) !== lastNumber(from)) list.since = 'changed';
}

/** Whether `last` leads to a page with rows, and none after it shows others. */
export function isEnd({ last, beyond }: Pick<Ending, 'last' | 'beyond'>): boolean {
  return hasRows(last) && !goesOn(last, beyond);
}

/** Whether `next` names a later page than the one that it is on. */
function leadsOn(page: Page): boolean {
  const [next] = linksOf(page, 'next');
  const number = next && numberIn(next, page);
  return next !== undefined && (number === undefined || number > Number(queryOf(page).get('page')));
}

/**
 * The page of the list that a link names; undefined where there is no such link or it leads away from
 * the instance. What else a link changes or loses is judged by itself: only its number is followed.
 */
export async function followed(page: Page, relation: string, api: Api): Promise<Page | undefined> {
  const [link] = linksOf(page, relation);
  if (link === undefined) return undefined;
  if (new URL(link.target).origin !== new URL(page.answer.url).origin) return undefined;
  const number = numberIn(link, page);
  return pageOf(await api.follow(number === undefined ? link.target : addressOf(page, number)));
}

function addressOf({ answer }: Page, number: number): string {
  const address = new URL(answer.url);
  address.searchParams.set('page', String(number));
  return address.href;
}
