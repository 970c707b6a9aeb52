import type { Api } from '../../../harness/api.js';
import { at, isObject, type Seen } from '../../../harness/place.js';
import { whyNoId } from '../../../harness/unusable-id.js';
import type { List } from '../../../specification/lists.js';
import { firstRows, idOf, readerOf } from '../lists/first-rows.js';
import { readable } from '../readable.js';

/** How many details of a collection are read. */
const MOST_SAMPLED = 2;

/**
 * Picks of items with rare properties: a message id that needs escaping in URLs, blank fields, another
 * project than that of the newest item, non-ASCII text, age.
 */
const RARE: readonly ((rows: readonly Seen[]) => Seen | undefined)[] = [
  (rows) => rows.find((row) => /[^\w.@<>-]/.test(String(at(row, 'msgid').value ?? ''))),
  (rows) => [...rows].sort((a, b) => blanks(b) - blanks(a))[0],
  (rows) => rows.find((row) => projectOf(row) !== projectOf(rows[0])),
  (rows) => rows.find(({ value }) => /\P{ASCII}/u.test(JSON.stringify(value))),
  (rows) => [...rows].sort((a, b) => Number(idOf(a)) - Number(idOf(b)))[0],
];

/** The longest item, in JSON, among those with an integer `id`. */
export function richest(rows: readonly Seen[]): Seen | undefined {
  return withId(rows)
    .map((row) => ({ row, length: lengthOf(row) }))
    .sort((a, b) => b.length - a.length)[0]?.row;
}

/** The items of a collection whose details are read: the longest one, and one with a rare property. */
export async function sampledRows(api: Api, { path }: List): Promise<Seen[]> {
  const rows = withId(await firstRows(api, path));
  const picked = [richest(rows), ...RARE.map((pick) => pick(rows))].flatMap((row) => row ?? []);
  return [...new Set(picked)].slice(0, MOST_SAMPLED);
}

/** The ids of the sampled items. */
export async function sampledIds(api: Api, collection: List): Promise<unknown[]> {
  return (await sampledRows(api, collection)).map(idOf);
}

/** The details of the sampled items of a collection. */
export async function sampledDetails(api: Api, collection: List): Promise<Seen[]> {
  const as = readerOf(collection.path, api);
  const ids = await sampledIds(api, collection);
  return Promise.all(ids.map((id) => as.object(`${collection.path}${id}/`)));
}

/** Why no object of a collection can be read by its id. */
export async function whyNoSample(api: Api, path: string): Promise<string> {
  const rows = await readable(() => firstRows(api, path));
  return whyNoId(rows, `an object in ${path}`, `${path} lists no object`);
}

function withId(rows: readonly Seen[]): Seen[] {
  return rows.filter((row) => Number.isInteger(idOf(row)));
}

const lengths = new WeakMap<object, number>();

/** The length of an item in JSON; cached, because many requirements use the same items. */
function lengthOf({ value }: Seen): number {
  if (!isObject(value)) return 0;
  const known = lengths.get(value) ?? JSON.stringify(value).length;
  lengths.set(value, known);
  return known;
}

function blanks({ value }: Seen): number {
  return isObject(value) ? Object.values(value).filter((each) => each === null).length : 0;
}

function projectOf(row: Seen | undefined): unknown {
  return row && at(row, 'project', 'id').value;
}
