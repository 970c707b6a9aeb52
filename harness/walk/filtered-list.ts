import { at, type Seen } from '../place.js';
import type { Exchange } from '../report.js';
import type { Mismatch } from '../violation.js';
import type { Page, PageRead } from './page.js';

/** How many pages are always read completely. */
export const FEW_PAGES = 8;

/** How many are read if their number is unexpected. */
const MOST_PAGES = 20;

/** The items that a filter returns, in summary. */
export interface FilteredList {
  /** The positions of the items on the line of spans, by id. */
  rows: Map<number, number | undefined>;
  /** The first page with items that do not match, and their ids. */
  foreign?: { page: number; ids: number[] };
  /** Whether every page was read. */
  isWhole: boolean;
  /** Returns the redacted record of the exchange of the first page. */
  record(): Exchange | undefined;
  /** Why the first page is not a list. */
  refused?: Mismatch;
}

/** How a filtered list is read. */
export interface Reading {
  read(number: number): Promise<PageRead>;
  positionOf(row: Seen): number | undefined;
  /** Whether the filter must not return an item. */
  isForeign(row: Seen): boolean;
  /** The least and greatest expected number of items; undefined if unknown. */
  count?: readonly [least: number, most: number];
  /** The number of items on a page that is not the last. */
  pageSize: number;
}

/**
 * Reads the result of a filter: completely if it has few pages, or an unexpected number of items on
 * not too many pages; otherwise the first, middle and last page.
 */
export async function readFiltered(reading: Reading): Promise<FilteredList> {
  const { read, count } = reading;
  const shown: FilteredList = { rows: new Map(), isWhole: false, record: () => undefined };
  const first = await read(1);
  if ('absent' in first) return { ...shown, isWhole: first.absent === 'empty' };
  if ('unread' in first) {
    return first.mismatch === undefined ? shown : { ...shown, refused: first.mismatch };
  }
  shown.record = first.page.record;
  take(shown, first.page, reading);
  const { last } = first.page;
  if (last !== undefined && last > FEW_PAGES) {
    const others = await Promise.all([Math.ceil(last / 2), last].map(read));
    for (const other of others) if ('page' in other) take(shown, other.page, reading);
    const end = others.at(-1);
    const rowsAtEnd = end !== undefined && 'page' in end ? end.page.rows.length : 0;
    const total = (last - 1) * first.page.rows.length + rowsAtEnd;
    const isExpected = count === undefined || (count[0] <= total && total <= count[1]);
    if (isExpected || rowsAtEnd === 0 || last > MOST_PAGES) return shown;
  }
  shown.isWhole = await readOn(shown, first.page, reading);
  return shown;
}

/** Reads the pages after the first; returns whether there are no more. */
async function readOn(shown: FilteredList, first: Page, reading: Reading): Promise<boolean> {
  let page = first;
  while (mayGoOn(page, reading.pageSize)) {
    if (page.number >= MOST_PAGES) return false;
    const came = await reading.read(page.number + 1);
    if ('absent' in came) return true;
    if ('unread' in came) return false;
    page = came.page;
    take(shown, page, reading);
  }
  return true;
}

/** Without links, a full page may be followed by another. */
function mayGoOn({ number, hasNext, last, rows }: Page, pageSize: number): boolean {
  if (hasNext) return true;
  return last === undefined ? rows.length >= pageSize : number < last;
}

function take(shown: FilteredList, page: Page, { positionOf, isForeign }: Reading): void {
  const foreign: number[] = [];
  for (const row of page.rows) {
    const id = at(row, 'id').value;
    if (typeof id !== 'number') continue;
    shown.rows.set(id, positionOf(row));
    if (isForeign(row)) foreign.push(id);
  }
  if (foreign.length > 0) shown.foreign ??= { page: page.number, ids: foreign };
}
