import type { Role } from '../role.js';
import { compareFilters } from './compare-filters.js';
import { untallied } from './filter-state.js';
import type { WalkedList } from './judging.js';
import { type ListState, WHOLE } from './list-state.js';
import { type PageRead, readPage } from './page.js';
import { pageCount } from './page-count.js';
import { takeRows, type WalkTools } from './take-rows.js';
import { addFindings, keeping } from './tally.js';

/** "`per_page` may be set up to 100 on most endpoints" (SPEC.md, "Limits"): more may be refused. */
const SURE_PAGE = 100;

/** So many pages in a row that cannot be read end the walk of their list. */
const PATIENCE = 3;

/** How many of the pages that could not be read are named. */
const MOST_NAMED = 20;

/**
 * Walks one list from where it was left to its end, page by page; the next page is asked for while
 * one is judged. A list that comes to no end, shows the same rows again and again or cannot be read on
 * is left, and its state says why. Then its filters are held against it. Throws what ends the run.
 */
export async function walkList(
  list: WalkedList,
  role: Role,
  state: ListState,
  tools: WalkTools,
): Promise<void> {
  const read = (number: number) => readPage(tools.client, role, state, number);
  beginFilters(list, state);
  let ahead: Promise<PageRead> | undefined;
  while (state.ended === undefined) {
    const number = pageAt(state, state.taken);
    const came = await (ahead ?? read(number));
    ahead = undefined;
    if ('unread' in came && state.taken === 0 && state.perPage > SURE_PAGE) {
      state.perPage = SURE_PAGE;
      continue;
    }
    if ('page' in came && state.pages === undefined) {
      const count = await pageCount(came.page, state.perPage, read);
      begin(state, came.page.rows.length, count, tools.sample);
    }
    if (state.ended === undefined && state.taken + 1 < pagesWanted(state)) {
      ahead = read(pageAt(state, state.taken + 1));
      // It is waited for in its turn; until then nobody is there to see it fail.
      ahead.catch(() => {});
    }
    take(list, state, number, came, tools);
    tools.onPage();
  }
  await compareFilters(list, role, state, tools);
}

/** What was not kept from the first page on is of no use, and a later walk must not take it up. */
function beginFilters({ filters = [] }: WalkedList, state: ListState): void {
  const { filters: before = {}, taken } = state;
  state.filters = Object.fromEntries(
    filters.flatMap(({ requirement }) => {
      const own = taken === 0 ? untallied() : before[requirement];
      return own === undefined ? [] : [[requirement, own]];
    }),
  );
}

/** How many pages are to be read, as far as is known. */
export function pagesWanted({ pages = 1, sampled }: ListState): number {
  return sampled ?? pages;
}

/** The number of the page that is read as the so-manieth, from 0; a sample is spread over all of them. */
function pageAt({ pagesAtFirst = 1, sampled }: ListState, index: number): number {
  if (sampled === undefined || sampled < 2) return index + 1;
  return 1 + Math.round((index * (pagesAtFirst - 1)) / (sampled - 1));
}

function begin(
  state: ListState,
  rows: number,
  count: number | 'endless',
  sample: number | undefined,
): void {
  if (count === 'endless') {
    state.ended = 'it comes to no end';
    return;
  }
  state.pageSize = rows;
  state.pages = count;
  state.pagesAtFirst = count;
  if (sample !== undefined) state.sampled = Math.min(count, Math.ceil(sample / rows));
}

function take(
  list: WalkedList,
  state: ListState,
  number: number,
  came: PageRead,
  tools: WalkTools,
): void {
  if (state.ended !== undefined) return;
  const ended = endBy(list, state, number, came, tools);
  state.taken += 1;
  const sampled = state.sampled !== undefined && state.taken >= state.sampled;
  if (ended !== undefined) state.ended = ended;
  else if (sampled) state.ended = WHOLE;
}

/** Takes in what came of a page; returns why the list is not walked on behind it, if it is not. */
function endBy(
  list: WalkedList,
  state: ListState,
  number: number,
  came: PageRead,
  tools: WalkTools,
): string | undefined {
  if ('absent' in came) return endWithout(state, number, came.absent);
  if ('unread' in came) return endUnread(list, state, number, came, tools);
  const { page } = came;
  const fresh = takeRows(list, state, page, tools);
  if (state.sampled !== undefined) return undefined;
  // What arrives while a list is walked is walked as well, unless it goes on for ever.
  const most = pagesAtMost(state);
  if (page.last !== undefined && page.last >= number) state.pages = Math.min(page.last, most);
  if (!page.hasNext && number >= pagesWanted(state)) return WHOLE;
  if (fresh === 0) return `page ${number} shows the rows of the page before again`;
  return number >= most ? 'it grew faster than it could be walked' : undefined;
}

function endWithout(state: ListState, number: number, absent: string): string | undefined {
  if (state.taken === 0) return absent === 'empty' ? WHOLE : 'it answers 404';
  return state.sampled === undefined ? endOf(state, number) : undefined;
}

/** A list that was shortened while it was walked ends before its time; one that never was so long is at fault. */
function endOf({ pages = 1 }: ListState, number: number): string {
  const near = pages - number < Math.max(2, pages / 10);
  return near ? WHOLE : `page ${number} is not there, of ${pages} that were announced`;
}

function pagesAtMost({ pagesAtFirst = 1 }: ListState): number {
  return pagesAtFirst + Math.max(10, Math.ceil(pagesAtFirst / 10));
}

function endUnread(
  list: WalkedList,
  state: ListState,
  page: number,
  came: Extract<PageRead, { unread: string }>,
  { judging, redaction, exchanges }: WalkTools,
): string | undefined {
  state.unreadCount += 1;
  state.unreadInARow += 1;
  if (state.unread.length < MOST_NAMED) state.unread.push({ page, why: came.unread });
  // That the list answers at all is judged by the first page.
  if (state.taken === 0) return came.unread;
  if (came.mismatch !== undefined) {
    const finding = { kind: judging.unanswered(list), mismatch: came.mismatch };
    const keep = keeping(came.record, exchanges);
    addFindings(state, [finding], `page ${page}`, redaction, keep);
  }
  if (state.unreadInARow < PATIENCE) return undefined;
  return `${PATIENCE} pages in a row could not be read: ${came.unread}`;
}
