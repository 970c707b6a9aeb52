import type { Api } from '../../../harness/api.js';
import { named } from '../../../harness/client/answer.js';
import { TransportError } from '../../../harness/client/transport-error.js';
import { elements, type Seen, seen } from '../../../harness/place.js';
import type { ScannedList } from '../../../harness/report.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { hasNext, idOf, lastPageOf } from '../first-rows.js';

/** The page size that is asked for first: more than every instance must allow; many allow it. */
const LARGE = 250;

/** The number of pages over which a sample is spread, unless it needs more. */
const SAMPLED_PAGES = 10;

/** The number of consecutive unreadable pages that end the scan of a list. */
const PATIENCE = 3;

/** How many unreadable pages are reported. */
const MOST_UNREAD = 20;

/** More pages than any list has: such a list counts as endless. */
const MOST_PAGES = 10_000_000;

/** A page of a list that is not stored. */
export interface Page {
  rows: Seen[];
  /** Stores its exchange, because a result refers to it. */
  keep(): void;
}

/** What pages are read of: a list, as a role. */
export interface PagedList {
  api: Api;
  path: string;
  /** How many objects are read, spread over all pages; undefined for all. */
  sample?: number;
  /** How far reading has come; kept up to date. */
  state: ScannedList;
}

interface Answered extends Page {
  /** The page to which `last` leads, and whether there is a `next`. */
  last: number | undefined;
  hasNext: boolean;
}

/** A page, or `none` if the list has no such page, or why it cannot be read. */
type Reading = Answered | 'none' | { why: string };

/**
 * Reads the pages of a list. `state` says in the end whether all were read, and why not. Throws a Stopped, and
 * what is no matter of the instance.
 */
export async function* pagesOf(list: PagedList): AsyncGenerator<Page> {
  const { state, sample } = list;
  let size =
    sample === undefined ? LARGE : Math.min(LARGEST_PAGE, Math.ceil(sample / SAMPLED_PAGES));
  let first = await read(list, 1, size);
  if (isUnread(first) && size > LARGEST_PAGE) {
    size = LARGEST_PAGE;
    first = await read(list, 1, size);
  }
  if (first === 'none') return finish(state);
  state.pages = 1;
  if (isUnread(first)) return end(state, first.why);
  if (first.last !== undefined && first.last > MOST_PAGES)
    return end(state, 'the list does not end');
  yield* sample === undefined
    ? everyPage(list, first, size)
    : sampledPages(list, first, size, sample);
}

/** Pages spread over the whole list, the first and the last among them. */
async function* sampledPages(
  list: PagedList,
  first: Answered,
  size: number,
  sample: number,
): AsyncGenerator<Page> {
  const { state } = list;
  const { last = 1 } = first;
  const count = Math.min(last, Math.ceil(sample / first.rows.length));
  state.ofPages = count;
  yield first;
  for (let index = 1; index < count; index += 1) {
    const number = 1 + Math.round((index * (last - 1)) / (count - 1));
    const page = await read(list, number, size);
    state.pages += 1;
    if (isUnread(page)) noteUnread(state, number, page.why);
    else if (page !== 'none') yield page;
  }
  finish(state);
}

/**
 * Every page, the next one requested while one is checked. Items that arrivals moved to the next page are
 * returned once. Ends, with a reason, if pages repeat, cannot be read, or do not come to an end.
 */
async function* everyPage(list: PagedList, first: Answered, size: number): AsyncGenerator<Page> {
  const { state } = list;
  const { last = 1 } = first;
  const most = first.last === undefined ? MOST_PAGES : last + Math.max(10, last / 10);
  let next: Promise<Reading> = Promise.resolve(first);
  let before = new Set<unknown>();
  let failures = 0;
  for (let number = 1; number <= most; number += 1) {
    const page = await next;
    state.ofPages = Math.max(last, number);
    if (page === 'none') {
      // A list that became shorter meanwhile ends early; one that was never as long is wrong.
      const isShorter = last - number < Math.max(2, last / 10);
      return isShorter ? finish(state) : end(state, `page ${number} of ${last} is missing`);
    }
    const isEnd = !isUnread(page) && isLast(page, number, size);
    if (!isEnd) next = read(list, number + 1, size);
    // Awaited later; avoids an unhandled rejection until then.
    next.catch(() => {});
    state.pages = number;
    if (isUnread(page)) {
      noteUnread(state, number, page.why);
      failures += 1;
      if (failures === PATIENCE) {
        return end(state, `${PATIENCE} consecutive pages could not be read: ${page.why}`);
      }
      continue;
    }
    failures = 0;
    const rows = page.rows.filter((row) => !before.has(idOf(row)));
    if (rows.length === 0) return end(state, `page ${number} repeats the items of the page before`);
    before = new Set(page.rows.map(idOf).filter((id) => typeof id === 'number'));
    yield { rows, keep: page.keep };
    if (isEnd) return finish(state);
  }
  end(state, 'it grew faster than it could be scanned');
}

async function read({ api, path }: PagedList, page: number, size: number): Promise<Reading> {
  try {
    const { answer, keep } = await api.getUnstored(path, { page, per_page: size });
    if (answer.status === 404) return 'none';
    if (answer.status !== 200 || !Array.isArray(answer.json)) {
      return { why: `${named(answer)} returned ${answer.status}, not a list` };
    }
    if (answer.json.length === 0) return 'none';
    const last = lastPageOf(answer);
    return {
      rows: elements(seen(answer)),
      keep,
      last: Number.isSafeInteger(last) && Number(last) > 0 ? last : undefined,
      hasNext: hasNext(answer),
    };
  } catch (error) {
    if (error instanceof TransportError) return { why: error.message };
    throw error;
  }
}

function isUnread(page: Reading): page is { why: string } {
  return page !== 'none' && 'why' in page;
}

/** Whether no page follows, by the links or, without these, because a page is not full. */
function isLast({ rows, last, hasNext }: Answered, number: number, size: number): boolean {
  if (hasNext) return false;
  return last === undefined ? rows.length < size : number >= last;
}

function finish(state: ScannedList): void {
  const { unread = [] } = state;
  state.complete = unread.length === 0;
  const least = unread.length === MOST_UNREAD ? 'at least ' : '';
  if (!state.complete) state.why = `${least}${unread.length} of its pages could not be read`;
}

function end(state: ScannedList, why: string): void {
  state.why = why;
}

function noteUnread(state: ScannedList, page: number, why: string): void {
  state.unread ??= [];
  if (state.unread.length < MOST_UNREAD) state.unread.push({ page, why });
}
