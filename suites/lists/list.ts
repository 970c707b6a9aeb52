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

/** A list, as whom it is read, and what is known of it without any filter, order or search. */
export interface Known {
  list: List;
  path: string;
  api: Api;
  /** The first rows, as many as one page may hold, in the order of the list. */
  front: readonly Seen[];
  /** Those, and rows from elsewhere in the list: its middle, its end, its rare categories. */
  rows: readonly Seen[];
  /** Whether the first page is all of it. */
  whole: boolean;
}

/** As many rows are read from the middle of a long list: enough to take values from. */
const FEW = 20;

/** The lists of a version that the roles at hand can read; those that need somebody who signs in are theirs. */
export function listsOf({ api }: Where): List[] {
  const canSignIn = api.signedIn().role !== 'anonymous';
  return SPECIFIED.filter(
    ({ versions, signedIn }) => versions.includes(api.version) && (canSignIn || !signedIn),
  );
}

/**
 * What is known of a list in the version under judgement; inconclusive where it cannot be read. Pages
 * from the middle and the end of a long list are read in one version of a run, a different one for
 * each list.
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
    // The rare ones come first: of very many rows the last are not looked at.
    const more = [...rare, ...far].filter((row) => !ids.has(idOf(row)));
    return { list, path, api: reader, front, rows: [...front, ...more], whole };
  });
}

/** A few rows from the middle of a list and those of its last page, as its `last` tells where these are. */
async function farRows(api: Api, path: string, link: unknown): Promise<Seen[]> {
  const last = Number(/[?&]page=(\d+)[^,]*rel="?last/.exec(String(link))?.[1] ?? 1);
  if (last < 2) return [];
  const end = rowsOf(await api.get(path, { query: { page: last, per_page: LARGEST_PAGE } }));
  if (last === 2) return end;
  const middle = Math.ceil((last * LARGEST_PAGE) / FEW / 2) + 1;
  return [...rowsOf(await api.get(path, { query: { page: middle, per_page: FEW } })), ...end];
}

/** The rows of an answer; none if it is no list. */
export function rowsOf({
  json,
  exchange,
  status,
}: Pick<Answer, 'json' | 'exchange' | 'status'>): Seen[] {
  if (status !== 200) return [];
  return elements({ value: json, at: { exchange, pointer: '' } });
}

/** What tells a row from the others. */
export function idOf(row: Seen): unknown {
  return at(row, 'id').value;
}

/** The rows of which one before has the same id. */
export function repeated(rows: readonly Seen[]): Seen[] {
  const ids = rows.map(idOf);
  return rows.filter((row, index) => ids.indexOf(idOf(row)) !== index);
}
