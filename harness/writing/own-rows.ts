import type { Api } from '../api.js';
import { isObject, type JsonObject } from '../place.js';
import { mayBeShownAs } from '../same-value.js';

/** The page size, and the limit for pages. */
const ROWS = 100;
const MOST_PAGES = 50;

/** A list could not be read completely. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * The items of a collection that a role created: bundles that it owns, checks of which it is the
 * user. `attempt` changes the query, so that no cached response is returned. Throws an Unreadable
 * if a page cannot be read.
 */
export async function rowsOf(
  api: Api,
  collection: string,
  own: number | undefined,
  attempt = 0,
): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  const by = collection === 'bundles' ? 'owner' : 'user';
  const size = ROWS - (attempt % (ROWS / 2));
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = { [by]: own, per_page: size, page: page > 1 ? page : undefined };
    const answer = await api.get(`${collection}/`, { query });
    // 404 past the end: the page before was full, and the last.
    if (answer.status === 404 && page > 1) break;
    if (answer.status !== 200 || !Array.isArray(answer.json)) {
      throw new Unreadable(`${collection}/ returned ${answer.status}, not a list`);
    }
    const before = rows.length;
    const known = new Set(rows.map(({ id }) => id));
    rows.push(...answer.json.filter(isObject).filter(({ id }) => !known.has(id)));
    if (rows.length === before || answer.json.length < size) break;
  }
  return rows.filter((row) => own === undefined || idOf(row[by]) === own);
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
