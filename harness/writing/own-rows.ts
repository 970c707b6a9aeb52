import type { Api } from '../api.js';
import { at, isObject, type JsonObject, type Seen } from '../place.js';
import { mayBeShownAs } from './same-value.js';

/** Rows asked for at once, and pages at the most. */
const ROWS = 100;
const MOST_PAGES = 50;

/** A list could not be read to its end. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * Every row of a collection that a role has made: of bundles those that it owns, of checks those
 * that it is the user of. Throws an Unreadable if a page cannot be read.
 */
export async function rowsOf(
  api: Api,
  collection: string,
  own: number | undefined,
): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  const by = collection === 'bundles' ? 'owner' : 'user';
  const filter: Record<string, number> = own === undefined ? {} : { [by]: own };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = { ...filter, per_page: ROWS, ...(page > 1 ? { page } : {}) };
    const answer = await api.get(`${collection}/`, { query });
    // A page past the end: the one before was full, and the last.
    if (answer.status === 404 && page > 1) return rows;
    if (answer.status !== 200 || !Array.isArray(answer.json)) {
      throw new Unreadable(`the list ${collection}/ answered ${answer.status}`);
    }
    const before = rows.length;
    const known = new Set(rows.map(({ id }) => id));
    rows.push(...answer.json.filter(isObject).filter(({ id }) => !known.has(id)));
    if (rows.length === before || answer.json.length < ROWS) break;
  }
  return rows.filter((row) => own === undefined || idOf(row[by]) === own);
}

/** The `id` of each object that has an integer there. */
export function integers(rows: readonly Seen[]): number[] {
  return rows.map((row) => at(row, 'id').value).filter((id): id is number => Number.isInteger(id));
}

/** The integer id of an object. */
export function idOf(value: unknown): number | undefined {
  return isObject(value) && Number.isInteger(value.id) ? (value.id as number) : undefined;
}

/**
 * Whether a row could be what a body made: what tells it apart is what was sent. A body that names
 * nothing that tells is taken to have made nothing: what is there belongs to another user.
 */
export function couldBe(row: JsonObject, kind: 'bundle' | 'check', sent: Record<string, unknown>) {
  if (!isTelling(kind, sent)) return false;
  const telling = kind === 'bundle' ? ['name'] : ['state', 'context', 'description', 'target_url'];
  return telling.every(
    (field) => !Object.hasOwn(sent, field) || mayBeShownAs(sent[field], row[field]),
  );
}

/** Whether a body names what tells an object that it made from others. */
export function isTelling(kind: 'bundle' | 'check', sent: Record<string, unknown>): boolean {
  const needed = sent[kind === 'bundle' ? 'name' : 'state'];
  return typeof needed === 'string' && needed.trim() !== '';
}
