import type { Version } from '../../specification/versions.js';
import type { FilterState } from './filter-state.js';

/** The identity of an item: its id, or a short text instead. */
export type RowId = number | string;

/** A violation of a kind, ready for the report, with the exchange that shows it. */
export interface WalkExample {
  message: string;
  pointer?: string;
  expected?: string;
  received?: string;
  /** The index in the exchanges of the scan. */
  evidence?: number;
}

/** All violations of one kind in one list: their number and a few examples. */
export interface Kind {
  count: number;
  /** The items that have it, the first thousand. */
  ids: RowId[];
  examples: WalkExample[];
}

/** Why a page could not be read. */
export interface UnreadPage {
  page: number;
  why: string;
}

/**
 * The progress and findings of a scan of one list in one version. Does not grow with the number of
 * pages.
 */
export interface ListState {
  /** The path of the collection: `covers/`. */
  path: string;
  version: Version;
  /** How many pages were read. */
  taken: number;
  /** The requested number of items per page. */
  perPage: number;
  /** The number of items on the first page, and on all others except the last. */
  pageSize?: number;
  /** The number of pages, as far as known. */
  pages?: number;
  /** The number of pages when the scan started. */
  pagesAtFirst?: number;
  /** How many of them are to be read; undefined for all. */
  sampled?: number;
  objects: number;
  /** Items that were on the previous page already, and are not checked twice. */
  repeated: number;
  /** The identities of the items of the last page. */
  lately: RowId[];
  /** Pages that could not be read: how many, and the first of them. */
  unreadCount: number;
  unread: UnreadPage[];
  /** The number of consecutive pages that could not be read. */
  unreadInARow: number;
  /** The violations by kind. */
  kinds: Record<string, Kind>;
  /** The number of objects seen per table, and how many of them have each field. */
  shown: Record<string, number[]>;
  /** The state of its filters, by requirement; undefined before the first page was read. */
  filters?: Record<string, FilterState>;
  /** Set when the scan has ended: `whole`, or why it ended early. */
  ended?: string;
}

/** The whole list was read, or the whole sample. */
export const WHOLE = 'whole';

/** A list before the scan. */
export function unbegun(path: string, version: Version, perPage: number): ListState {
  return {
    path,
    version,
    taken: 0,
    perPage,
    objects: 0,
    repeated: 0,
    lately: [],
    unreadCount: 0,
    unread: [],
    unreadInARow: 0,
    kinds: {},
    shown: {},
  };
}
