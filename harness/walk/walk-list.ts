import type { Role } from '../role.js';
import { compareFilters } from './compare-filters.js';
import { untallied } from './filter-state.js';
import type { WalkedList } from './judging.js';
import { type ListState, WHOLE } from './list-state.js';
import { type PageRead, readPage } from './page.js';
import { pageCount } from './page-count.js';
import { takeRows, type WalkTools } from './take-rows.js';
import { addFindings, keeping } from './tally.js';

/**
 * "`per_page` may be set up to 100 on most endpoints" (SPEC.md, "Limits"): a larger value may be
 * refused.
 */
const SURE_PAGE = 100;

/** The number of consecutive unreadable pages that end the scan of a list. */
const PATIENCE = 3;

/** How many unreadable pages are reported. */
const MOST_NAMED = 20;

/**
 * Scans one list to its end, page by page; the next page is requested while
 * one is checked. Stops, with a reason, if the list is endless, repeats items, or cannot be read.
 * Then compares its filters. Throws only exceptions that end the run.
 */
export async function walkList(
  list: WalkedList,
  role: Role,
  state: ListState,
  tools: WalkTools,
): Promise<void> {
  const read = (number: number) => readPage(tools.client, role, state, number);
  const { filters = [] } = list;
  state.filters = Object.fromEntries(filters.map(({ requirement }) => [requirement, untallied()]));
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
      // Awaited later; avoids an unhandled rejection until then.
      ahead.catch(() => {});
    }
    take(list, state, number, came, tools);
    tools.onPage();
  }
  await compareFilters(list, role, state, tools);
}

/** The number of pages to read, as far as known. */
export function pagesWanted({ pages = 1, sampled }: ListState): number {
  return sampled ?? pages;
}

/** The number of the page with this index; a sample is spread over all pages. */
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
    state.ended = 'the list does not end';
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

/** Processes the result of reading a page; returns why the scan of the list ends, if it does. */
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
  // Items added during the scan are scanned as well, up to a limit.
  const most = pagesAtMost(state);
  if (page.last !== undefined && page.last >= number) state.pages = Math.min(page.last, most);
  if (!page.hasNext && number >= pagesWanted(state)) return WHOLE;
  if (fresh === 0) return `page ${number} repeats the items of the page before`;
  return number >= most ? 'it grew faster than it could be scanned' : undefined;
}

function endWithout(state: ListState, number: number, absent: string): string | undefined {
  if (state.taken === 0) return absent === 'empty' ? WHOLE : 'it returned 404';
  return state.sampled === undefined ? endOf(state, number) : undefined;
}

/** A list that became shorter during the scan ends early; one that was never as long is wrong. */
function endOf({ pages = 1 }: ListState, number: number): string {
  const near = pages - number < Math.max(2, pages / 10);
  return near ? WHOLE : `page ${number} of ${pages} is missing`;
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
  // The first page has a requirement of its own.
  if (state.taken === 0) return came.unread;
  if (came.mismatch !== undefined) {
    const finding = { kind: judging.unanswered(list), mismatch: came.mismatch };
    const keep = keeping(came.record, exchanges);
    addFindings(state, [finding], `page ${page}`, redaction, keep);
  }
  if (state.unreadInARow < PATIENCE) return undefined;
  return `${PATIENCE} consecutive pages could not be read: ${came.unread}`;
}
