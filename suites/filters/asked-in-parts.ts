import type { Api, Query } from '../../harness/api.js';
import type { Mismatch } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import type { OrderField } from '../../specification/lists.js';
import { type Page, pageOf } from '../paging/page.js';

/**
 * A request with several parameters at once whose answer was not what it should be. The parameters
 * are then asked for in smaller parts, and each of these may be right: that the whole was not must
 * not be forgotten for it.
 */
export interface AskedTogether {
  /** As whom the list is read. */
  as: Api;
  path: string;
  /** What was asked for besides the number and the size of a page. */
  query: Query;
  /** The second page of one row, if that was asked for. */
  second?: Page;
}

/** The requirements that judge what parameters do together and not alone. */
export type Matter =
  | 'filter.and'
  | 'search.filtered'
  | 'order.complete'
  | `order.${OrderField}`
  | 'page.of-found'
  | 'page.of-ordered'
  | 'page.page-selects'
  | 'page.per-page.honoured';

/** What departs, and whose matter it is. */
export interface Amiss {
  matter: Matter;
  mismatches: Mismatch[];
}

/** What is shown with one parameter left out. */
export interface Part {
  /** The parameter that was left out. */
  left: string;
  page: Page;
}

/** A page of the same list as it answers to a query. */
export async function whatIsShown({ as, path }: AskedTogether, query: Query): Promise<Page> {
  return pageOf(await as.unnoted().get(path, { query }));
}

/** What is shown with each of the parameters left out in turn. */
export function withoutEach(asked: AskedTogether): Promise<Part[]> {
  return Promise.all(Object.keys(asked.query).map((left) => without(asked, left)));
}

/** What is shown with one of them left out. */
export async function without(asked: AskedTogether, left: string): Promise<Part> {
  const others = Object.entries(asked.query).filter(([name]) => name !== left);
  const query = { ...Object.fromEntries(others), per_page: LARGEST_PAGE };
  return { left, page: await whatIsShown(asked, query) };
}
