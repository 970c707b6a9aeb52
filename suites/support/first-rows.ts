import type { Api } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import type { Instance } from '../../harness/instance.js';
import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import { at, type Seen } from '../../harness/place.js';
import { inconclusive } from '../../harness/violation.js';
import { ENDPOINTS } from '../../specification/endpoints.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { type List, SHOWN_LISTS } from '../../specification/lists.js';

/** The lists of the endpoint table that are not nested. */
export const TOP_LISTS: readonly List[] = SHOWN_LISTS.filter(({ parent }) => parent === undefined);

/** The collections whose forms docs/api.md gives; of patches it gives only the embedded form. */
export const COLLECTIONS: readonly List[] = TOP_LISTS.filter(({ path }) =>
  ENDPOINTS.some((endpoint) => endpoint.path === `${path}{id}/`),
);

/** The paths of collections that may be refused to unauthenticated callers. */
export const GUARDED_COLLECTIONS: readonly string[] = COLLECTIONS.filter(
  ({ signedIn }) => signedIn,
).map(({ path }) => path);

/** The second page of one item has a previous and usually a next one, and its `last` counts items; reads share it. */
export const SECOND_PAGE = { page: 2, per_page: 1 };

/** The path of a list; for a nested list, below the parent with most items. */
export async function pathOf(list: List, instance: Instance): Promise<string> {
  const [path] = await pathsOf(list, instance, 1);
  return path ?? list.path;
}

/** The paths of a list, below one or two parents for a nested list, of two projects if possible. */
export async function pathsOf(
  { path, parent }: List,
  instance: Instance,
  most: 1 | 2,
): Promise<string[]> {
  if (parent === undefined) return [path];
  const ids = await (parent === 'covers'
    ? instance.coversWithComments(most)
    : instance.patchesWithChecks(most));
  return ids.map((id) => path.replace(/\{\w+\}/, String(id)));
}

/** The role that reads a path: an authenticated one if others may be refused. */
export function readerOf(path: string, api: Api): Api {
  return GUARDED_COLLECTIONS.includes(path) ? api.signedIn() : api;
}

/**
 * The first items of a list, up to the largest page size. Nearly all requirements use these; they
 * are read once per list and version.
 */
export function firstRows(api: Api, path: string): Promise<Seen[]> {
  return readerOf(path, api).list(path, { per_page: LARGEST_PAGE });
}

/** The response from which `firstRows` reads items. */
export function firstPage(api: Api, path: string): Promise<Answer> {
  return readerOf(path, api).get(path, { query: { per_page: LARGEST_PAGE } });
}

/**
 * The path of a readable list, for requirements that apply to any list: the given one, or another
 * one if that fails. Inconclusive if no list with the same access rights can be read.
 */
export async function readableList(api: Api, path: string): Promise<string> {
  const isGuarded = GUARDED_COLLECTIONS.includes(path);
  const others = TOP_LISTS.map((list) => list.path).filter(
    (each) => each !== path && GUARDED_COLLECTIONS.includes(each) === isGuarded,
  );
  for (const each of [path, ...others]) {
    const { status, json } = await firstPage(api, each);
    if (status === 200 && Array.isArray(json)) return each;
  }
  return inconclusive(`none of the lists ${[path, ...others].join(', ')} can be read`);
}

/**
 * Whether the response to a request for the largest page contains the whole list: no page follows.
 */
export function isWhole(answer: Answer): boolean {
  const rows = Array.isArray(answer.json) ? answer.json.length : LARGEST_PAGE;
  const isFirst = !new URL(answer.url).searchParams.has('page');
  return isFirst && rows < LARGEST_PAGE && !hasNext(answer);
}

/** Whether a response links to a next page. */
export function hasNext({ headers, url }: Answer): boolean {
  return linksTo(parseLinkHeader(headers.link, url), 'next').length > 0;
}

/** The page number in the `last` link of a response; undefined if it has none, such as `page=last`. */
export function lastPageOf({ headers, url }: Answer): number | undefined {
  const [last] = linksTo(parseLinkHeader(headers.link, url), 'last');
  const number = last && new URL(last.target).searchParams.get('page');
  return number && /^\d{1,15}$/.test(number) ? Number(number) : undefined;
}

/** The identity of an item. */
export function idOf(row: Seen): unknown {
  return at(row, 'id').value;
}

/** Whether two pages have the items that are on both in the same order. */
export function isAlike(ids: readonly unknown[], others: readonly unknown[]): boolean {
  const [shared, again] = [
    ids.filter((id) => others.includes(id)),
    others.filter((id) => ids.includes(id)),
  ];
  return String(shared) === String(again);
}
