import type { Api } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, elements, type Seen } from '../../harness/place.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { type List, LISTS as SPECIFIED } from '../../specification/lists.js';
import {
  firstPage,
  isWhole,
  newestOfCategories,
  pathOf,
  readerOf,
} from '../conventions/sources.js';
import { rotated, spared } from './rotation.js';

/** A list, the role that reads it, and its known items without any filter, order or search. */
export interface Known {
  list: List;
  path: string;
  api: Api;
  /** The first items, up to the largest page, in list order. */
  front: readonly Seen[];
  /** Those, and items from elsewhere in the list: its middle, its end, its rare categories. */
  rows: readonly Seen[];
  /** Whether the first page is the whole list. */
  whole: boolean;
}

/** How many items are read from the middle of a long list. */
const FEW = 20;

/** The lists of a version that the configured roles can read; protected lists need credentials. */
export function listsOf({ api }: Where): List[] {
  const canSignIn = api.signedIn().role !== 'anonymous';
  return SPECIFIED.filter(
    ({ versions, signedIn }) => versions.includes(api.version) && (canSignIn || !signedIn),
  );
}

/**
 * The known items of a list in the version under test; inconclusive if it cannot be read. Pages
 * from the middle and the end of a long list are read in one version of a run, another one for each
 * list.
 */
export function knownOf(list: List, { api, instance }: Where, as?: Api): Promise<Known> {
  return instance.once(`rows of ${list.name} in ${api.version} for ${as?.role}`, async () => {
    const path = await pathOf(list, instance);
    const reader = (as ?? readerOf(path, api)).unnoted();
    const page = await firstPage(reader, path);
    const front = await reader.list(path, { per_page: LARGEST_PAGE });
    const whole = isWhole(page);
    const isTurn = rotated(SPECIFIED, { api, instance }, spared(instance)).includes(list);
    const far =
      whole || !isTurn || as !== undefined ? [] : await farRows(reader, path, page.headers.link);
    const rare = list.name === 'events' ? await newestOfCategories(reader) : [];
    const ids = new Set(front.map(idOf));
    // Rare items first, because the last of very many items are ignored.
    const more = [...rare, ...far].filter((row) => !ids.has(idOf(row)));
    return { list, path, api: reader, front, rows: [...front, ...more], whole };
  });
}

/** A few items from the middle of a list, and those of its last page, found by `last`. */
async function farRows(api: Api, path: string, link: unknown): Promise<Seen[]> {
  const last = Number(/[?&]page=(\d+)[^,]*rel="?last/.exec(String(link))?.[1] ?? 1);
  if (last < 2) return [];
  const end = rowsOf(await api.get(path, { query: { page: last, per_page: LARGEST_PAGE } }));
  if (last === 2) return end;
  const middle = Math.ceil((last * LARGEST_PAGE) / FEW / 2) + 1;
  return [...rowsOf(await api.get(path, { query: { page: middle, per_page: FEW } })), ...end];
}

/** The items of a response; empty if it is not a list. */
export function rowsOf({
  json,
  exchange,
  status,
}: Pick<Answer, 'json' | 'exchange' | 'status'>): Seen[] {
  if (status !== 200) return [];
  return elements({ value: json, at: { exchange, pointer: '' } });
}

/** The identity of an item. */
export function idOf(row: Seen): unknown {
  return at(row, 'id').value;
}

/** The items whose id occurred before. */
export function repeated(rows: readonly Seen[]): Seen[] {
  const ids = rows.map(idOf);
  return rows.filter((row, index) => ids.indexOf(idOf(row)) !== index);
}
