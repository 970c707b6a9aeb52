import type { Api } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { Memo } from '../../harness/memo.js';
import { at, elements, type Seen, seen } from '../../harness/place.js';
import type { SettledForm } from '../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { type List, LISTS as SPECIFIED } from '../../specification/lists.js';
import { EVENT_PAYLOADS } from '../../specification/resources/event.js';
import { firstPage, firstRows, idOf, isWhole, lastPageOf, pathOf, readerOf } from './first-rows.js';
import { readable } from './readable.js';

/** A list, the role that reads it, and its known items without any filter, order or search. */
export interface KnownItems {
  list: List;
  path: string;
  api: Api;
  /** The first items, up to the largest page, in list order. */
  front: readonly Seen[];
  /** Those, and items from elsewhere in the list: its last page, its rare categories. */
  rows: readonly Seen[];
  /** Whether the first page is the whole list. */
  whole: boolean;
  /** Filters that are sent with each request, where only the items that they select are known. */
  within?: readonly { filter: SettledForm; value: string }[];
}

/** The lists of a version that the configured roles can read; protected lists need credentials. */
export function listsOf({ api }: Where): List[] {
  const canSignIn = api.signedIn().role !== 'anonymous';
  return SPECIFIED.filter(
    ({ versions, signedIn }) => versions.includes(api.version) && (canSignIn || !signedIn),
  );
}

const KNOWN_ITEMS = new Memo<KnownItems>();

/**
 * The known items of a list in the version under test; inconclusive if it cannot be read. Of a long
 * list they include those of its last page.
 */
export function knownItems(list: List, { api, instance }: Where, as?: Api): Promise<KnownItems> {
  return instance.once(KNOWN_ITEMS, [list.name, api.version, as?.role], async () => {
    const path = await pathOf(list, instance);
    const reader = (as ?? readerOf(path, api)).unnoted();
    const page = await firstPage(reader, path);
    const front = await reader.list(path, { per_page: LARGEST_PAGE });
    const whole = isWhole(page);
    const far = whole ? [] : await lastRows(reader, path, page);
    const rare = list.name === 'events' && as === undefined ? await newestOfCategories(reader) : [];
    const ids = new Set(front.map(idOf));
    // Rare items first, because the last of very many items are ignored.
    const more = [...rare, ...far].filter((row) => !ids.has(idOf(row)));
    return { list, path, api: reader, front, rows: [...front, ...more], whole };
  });
}

/** The items of the last page of a list, found by `last`. */
async function lastRows(api: Api, path: string, first: Answer): Promise<Seen[]> {
  const last = lastPageOf(first) ?? 1;
  if (!(last > 1)) return [];
  return rowsOf(await api.get(path, { query: { page: last, per_page: LARGEST_PAGE } }));
}

/** The items of a response; empty if it is not a list. */
export function rowsOf(answer: Pick<Answer, 'json' | 'exchange' | 'status'>): Seen[] {
  return answer.status === 200 ? elements(seen(answer)) : [];
}

/** The items whose id occurred before. */
export function repeated(rows: readonly Seen[]): Seen[] {
  const ids = rows.map(idOf);
  return rows.filter((row, index) => ids.indexOf(idOf(row)) !== index);
}

/** How many events of a category are read that is not among the first events. */
const FEW = 5;

/**
 * The newest events of each known category that is not among the first events, requested by the
 * filter.
 */
async function newestOfCategories(api: Api): Promise<Seen[]> {
  const events = await firstRows(api, 'events/');
  const collected = new Set(events.map((event) => at(event, 'category').value));
  const absent = [...EVENT_PAYLOADS.keys()].filter((category) => !collected.has(category));
  const found = await Promise.all(
    absent.map(async (category) => {
      // Categories may change with the release (docs/verdicts.md B-7), so one may be refused.
      const rows = await readable(() => api.list('events/', { category, per_page: FEW }));
      // An instance that ignores the filter returns the same events again: they are not checked
      // twice.
      return rows.filter((event) => at(event, 'category').value === category);
    }),
  );
  return found.flat();
}
