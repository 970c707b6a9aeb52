import type { Version } from '../../specification/versions.js';
import type { FilterState } from './filter-state.js';

/** What a row is known by: its id, or what stands in the place of one, in short. */
export type RowId = number | string;

/** One of the violations of a kind, ready for the report, and which of the kept exchanges shows it. */
export interface WalkExample {
  message: string;
  pointer?: string;
  expected?: string;
  received?: string;
  /** Index among the exchanges that the walk keeps. */
  evidence?: number;
}

/** All violations of one kind in one list: they are counted, and a few are kept. */
export interface Kind {
  count: number;
  /** The rows that show it, the first thousand. */
  ids: RowId[];
  examples: WalkExample[];
}

/** Why a page gave no rows. */
export interface UnreadPage {
  page: number;
  why: string;
}

/**
 * How far one list of one version has been walked, and what was found there. Plain data: the walk is
 * gone on with from this alone. It does not grow with the number of pages.
 */
export interface ListState {
  /** Of the collection: `covers/`. */
  path: string;
  version: Version;
  /** How many pages have been taken in; absent before the first one was read. */
  taken: number;
  /** The rows that a page is asked for. */
  perPage: number;
  /** The rows that the first page had; a page that is not the last has as many. */
  pageSize?: number;
  /** How many pages there are, as far as is known. */
  pages?: number;
  /** How many there were when the walk began. */
  pagesAtFirst?: number;
  /** How many of them are to be read; absent where all are. */
  sampled?: number;
  objects: number;
  /** Rows that had come on the page before already, and are not judged twice. */
  repeated: number;
  /** What the rows of the last page are known by. */
  lately: RowId[];
  /** Pages that gave no rows: how many, and the first of them. */
  unreadCount: number;
  unread: UnreadPage[];
  /** How many pages in a row gave none. */
  unreadInARow: number;
  /** What departs, by the kind of mismatch, as the judging names it. */
  kinds: Record<string, Kind>;
  /** How many objects of each table were met, and how often each of its fields was there. */
  shown: Record<string, number[]>;
  /** What is known for its filters, by the requirement of each; absent before the first page was read. */
  filters?: Record<string, FilterState>;
  /** Set when there is no more to read: `whole`, or why it came to an end before. */
  ended?: string;
}

/** The whole list was read, or all that was to be sampled of it. */
export const WHOLE = 'whole';

/** A list that has not been looked at yet. */
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
