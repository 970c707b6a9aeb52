import type { Api, Query } from './api.js';
import type { Answer } from './client/answer.js';
import { linksTo, parseLinkHeader } from './link-header.js';
import { at, elements, type Seen, seen } from './place.js';

/** The page sizes that are tried where the last page is short, and the items that are enough. */
const SIZES = [100, 90, 80, 70];
const ENOUGH = 20;

/**
 * Reads the newest items of a list, up to 100. No sentence says that `-` reverses an order, so the last page is read
 * instead where an instance refuses or ignores it and lists the oldest items first.
 */
export async function readNewest(
  api: Pick<Api, 'get'>,
  path: string,
  query: Query,
): Promise<Answer> {
  const page = (per_page: number, more: Query) =>
    api.get(path, { query: { ...query, per_page, ...more } });
  const [size = 0] = SIZES;
  const reversed = await page(size, { order: '-id' });
  const isRefused = reversed.status >= 400 && reversed.status < 500;
  const first = isRefused ? await page(size, {}) : reversed;
  const last = isOldestFirst(first) ? lastOfSeveral(first) : undefined;
  if (last === undefined) return first;
  const end = await page(size, { page: last });
  const { length } = rowsOf(end);
  if (length === 0 || length >= ENOUGH) return end;
  // A page that ends with the same item, and has more before it.
  const count = (last - 1) * size + length;
  const lengthWith = (each: number) => count % each || each;
  const longest = SIZES.reduce((one, other) => (lengthWith(other) > lengthWith(one) ? other : one));
  return page(longest, { page: Math.ceil(count / longest) });
}

function rowsOf(answer: Answer): Seen[] {
  return answer.status === 200 ? elements(seen(answer)) : [];
}

/** Whether the last item of a page is newer than the first one. */
function isOldestFirst(answer: Answer): boolean {
  const ids = rowsOf(answer).map((row) => Number(at(row, 'id').value));
  return Number(ids.at(-1)) > Number(ids[0]);
}

/** The number of the last page, where pages follow. */
function lastOfSeveral({ headers, url }: Answer): number | undefined {
  const links = parseLinkHeader(headers.link, url);
  const [last] = linksTo(links, 'next').length > 0 ? linksTo(links, 'last') : [];
  const number = Number(last && new URL(last.target).searchParams.get('page'));
  return number > 1 ? number : undefined;
}
