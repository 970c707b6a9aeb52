import type { Api, Query } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import type { Seen } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';
import type { FilteredList } from '../../specification/filters.js';
import type { AskedTogether } from './asked-in-parts.js';
import type { Chosen } from './choice.js';
import type { Manner } from './combinations.js';
import type { Filter } from './table.js';

/** What came of asking for a filter: it holds, or why not, or why that could not be told. */
export type Outcome = { holds: true; chosen: Chosen } | { holds: false; why: unknown };

/** A request with an order, and the rows that it gave. */
export interface Ordered {
  list: FilteredList;
  order: string;
  rows: Seen[];
}

/** A search that was made together with filters. */
export interface SearchedFor {
  word: string;
  /** The filters. */
  values: Chosen[];
  query: Query;
  answer: Answer;
  order?: string;
  /** Whether it left out any row that the filters select. */
  narrows: boolean;
}

/** What came of all the filters of one list. */
export interface Probes {
  list: FilteredList;
  /** As whom the list is read. */
  api: Api;
  /** The list without any filter, as far as one page shows it. */
  rows: Seen[];
  /** Whether those are all. */
  whole: boolean;
  outcomes: Map<Filter, Outcome>;
  /** Requests with several filters, each of which mattered: that their AND was right, or what was not. */
  together: Mismatch[][];
  ordered: Ordered[];
  /** The parameters that were given twice and selected both. */
  repeated: string[];
  searched?: SearchedFor;
  /** Requests for several filters at once that were not answered as they should be. */
  amiss: AskedTogether[];
  /** In which manners the filters were asked for, whatever came of it. */
  manners: Manner[];
  /** What was amiss in one manner and right without it. */
  corrupted: { by: keyof Manner; mismatches: Mismatch[]; answer: Answer }[];
  /** Whether rows of the very time were selected by `since`, and by `before`; one for each pair. */
  bounds: { since: Bound; before: Bound }[];
  /** Requests with a time in the documented form that were refused, and answered without its `Z`. */
  refusedZulu: Mismatch[];
  /** What was amiss because times were cut to the day, where that is all that was. */
  byDay: Mismatch[];
}

/** A row whose date is just what `since` or `before` asked for, and whether it was shown. */
export interface Bound {
  row: Seen;
  shown: boolean;
}
