import type { Api } from '../api.js';
import type { Answer } from '../client/answer.js';
import { linksTo, parseLinkHeader } from '../link-header.js';
import { isObject, type JsonObject } from '../place.js';
import { mayBeShownAs } from '../same-value.js';

/** The page size, which an instance may cap, and the limit for pages. */
const ROWS = 100;
const MOST_PAGES = 50;

/** A list could not be read completely. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * The items of a collection that a role created: bundles that it owns, checks of which it is the
 * user; to the end of the list. `attempt` changes the query, so that no cached response is returned. Throws an
 * Unreadable if a page cannot be read, or the list does not end.
 */
export async function rowsOf(
  api: Api,
  collection: string,
  own: number | undefined,
  attempt = 0,
): Promise<JsonObject[]> {
  const rows = new Map<unknown, JsonObject>();
  const by = collection === 'bundles' ? 'owner' : 'user';
  const filters = { [by]: own, per_page: ROWS - (attempt % (ROWS / 2)) };
  const read = new Set<string>();
  for (let page: string | undefined = '1'; page !== undefined; ) {
    if (read.size === MOST_PAGES) {
      throw new Unreadable(`${collection}/ has more than ${MOST_PAGES} pages`);
    }
    const query = { ...filters, page: page === '1' ? undefined : page };
    const answer = await api.get(`${collection}/`, { query });
    read.add(page);
    // 404 past the end: the page before was the last.
    if (answer.status === 404 && read.size > 1) break;
    if (answer.status !== 200 || !Array.isArray(answer.json)) {
      throw new Unreadable(`${collection}/ returned ${answer.status}, not a list`);
    }
    const fresh = answer.json.filter(isObject).filter(({ id }) => !rows.has(id));
    for (const row of fresh) rows.set(row.id, row);
    if (fresh.length === 0) break;
    page = pageAfter(answer, page, read);
  }
  return [...rows.values()].filter((row) => own === undefined || idOf(row[by]) === own);
}

/**
 * The page that follows: that of the link `next`, if it is one of this list that was not read; else the next number.
 * Undefined after the last page: one with links, but none to a next page.
 */
function pageAfter(answer: Answer, page: string, read: ReadonlySet<string>): string | undefined {
  const header = parseLinkHeader(answer.headers.link, answer.url);
  const [next] = linksTo(header, 'next');
  if (next === undefined && header.links.length > 0) return undefined;
  const linked = next === undefined ? undefined : new URL(next.target);
  const own = new URL(answer.url);
  const number = linked?.searchParams.get('page');
  if (linked && number && !read.has(number) && filtersOf(linked) === filtersOf(own)) return number;
  return /^\d{1,6}$/.test(page) ? String(Number(page) + 1) : undefined;
}

/** The path and the parameters of a URL, but for the page. */
function filtersOf({ pathname, searchParams }: URL): string {
  const others = [...searchParams].filter(([name]) => name !== 'page');
  return JSON.stringify([pathname, others.sort()]);
}

/** The integer id of an object. */
export function idOf(value: unknown): number | undefined {
  return isObject(value) && Number.isSafeInteger(value.id) ? (value.id as number) : undefined;
}

/**
 * Whether an item could have been created by a body: its identifying fields have the values sent. A
 * body without identifying fields counts as having created nothing, because existing objects belong
 * to other users.
 */
export function couldBe(row: JsonObject, kind: 'bundle' | 'check', sent: Record<string, unknown>) {
  if (!isTelling(kind, sent)) return false;
  const telling = kind === 'bundle' ? ['name'] : ['state', 'context', 'description', 'target_url'];
  // A state sent as its number is returned as its name.
  const isNumber = (field: string) => field === 'state' && /^\d$/.test(`${sent.state}`);
  return telling.every(
    (field) =>
      !Object.hasOwn(sent, field) || isNumber(field) || mayBeShownAs(sent[field], row[field]),
  );
}

/** Whether a body has the identifying fields of an object. */
export function isTelling(kind: 'bundle' | 'check', sent: Record<string, unknown>): boolean {
  const needed = sent[kind === 'bundle' ? 'name' : 'state'];
  return typeof needed === 'string' && needed.trim() !== '';
}

/** Whether a bundle that a list has shows its name and its owner by its URL as well: a list may be older. */
export async function isAsListed(api: Api, row: JsonObject): Promise<boolean> {
  const { status, json } = await api.get(`bundles/${idOf(row)}/`);
  return (
    status === 200 &&
    isObject(json) &&
    json.name === row.name &&
    idOf(json.owner) === idOf(row.owner)
  );
}
