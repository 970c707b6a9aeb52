import type { Client } from '../client/client.js';
import { at } from '../place.js';
import type { Redaction } from '../redaction.js';
import type { Exchange } from '../report.js';
import { tally } from './filter-state.js';
import type { WalkedList, WalkJudging } from './judging.js';
import type { ListState, RowId } from './list-state.js';
import type { Page } from './page.js';
import { addFindings, idOf, keeping } from './tally.js';

/** What checking items needs. */
export interface RowTools {
  judging: WalkJudging;
  redaction: Redaction;
  /** The exchanges of examples. */
  exchanges: Exchange[];
  /** The number of objects per list; undefined for all. */
  sample?: number;
}

/** What the scans of all lists share. */
export interface WalkTools extends RowTools {
  client: Client;
  /** Called after each page. */
  onPage(): void;
}

/**
 * Checks the items of a page, and returns how many of them are new. Objects added during the scan
 * move items to the next page: those of the previous page are skipped.
 */
export function takeRows(
  list: WalkedList,
  state: ListState,
  page: Page,
  { judging, redaction, exchanges, sample = Number.POSITIVE_INFINITY }: RowTools,
): number {
  const before = new Set(state.lately);
  const keep = keeping(page.record, exchanges);
  const place = (page.number - 1) * (state.pageSize ?? page.rows.length);
  let fresh = 0;
  for (const [index, row] of page.rows.entries()) {
    const id = idOf(row, redaction);
    if (before.has(id)) {
      state.repeated += 1;
      continue;
    }
    fresh += 1;
    if (state.objects >= sample) continue;
    state.objects += 1;
    addFindings(state, judging.judge(list, row, state.shown), id, redaction, keep);
    for (const filter of list.filters ?? []) {
      const own = state.filters?.[filter.requirement];
      if (own !== undefined) tally(filter, own, row, place + index, redaction);
    }
  }
  state.unreadInARow = 0;
  state.lately = idsOf(page);
  return fresh;
}

/** The ids of the items; empty if two items of a page have the same id. */
function idsOf({ rows }: Page): RowId[] {
  const ids = rows
    .map((row) => at(row, 'id').value)
    .filter((id): id is number => typeof id === 'number');
  return new Set(ids).size === ids.length ? ids : [];
}
