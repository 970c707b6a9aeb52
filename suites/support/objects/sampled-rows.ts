import type { Api } from '../../../harness/api.js';
import type { Where } from '../../../harness/check-context.js';
import { Memo } from '../../../harness/memo.js';
import { at, isObject, type Seen } from '../../../harness/place.js';
import { whyNoId } from '../../../harness/unusable-id.js';
import { NotInVersion } from '../../../harness/violation.js';
import type { List } from '../../../specification/lists.js';
import { firstRows, idOf, readerOf } from '../first-rows.js';
import { knownItems } from '../known-rows.js';
import { readable } from '../readable.js';

/** How many details of a collection are read. */
const MOST_SAMPLED = 5;

/** The longest item, in JSON, among those with an integer `id`. */
export function richest(rows: readonly Seen[]): Seen | undefined {
  return withId(rows)
    .map((row) => ({ row, length: JSON.stringify(row.value).length }))
    .sort((a, b) => b.length - a.length)[0]?.row;
}

const SAMPLED_ITEMS = new Memo<Seen[]>();

/**
 * The items of a collection whose details are read: the longest one, which has most children, the first and the
 * last one of the list, and those that add most properties to these.
 */
function sampledRows(list: List, where: Where): Promise<Seen[]> {
  const { api, instance } = where;
  return instance.once(SAMPLED_ITEMS, [list.path, api.version], async () => {
    const rows = withId((await knownItems(list, where)).rows);
    const picked = [...new Set([richest(rows), rows[0], rows.at(-1)])].flatMap((row) => row ?? []);
    const left = rows
      .filter((row) => !picked.includes(row))
      .map((row) => ({ row, has: propertiesOf(row) }));
    const seen = new Set(picked.flatMap(propertiesOf));
    const added = ({ has }: { has: string[] }) => has.filter((each) => !seen.has(each)).length;
    while (picked.length < MOST_SAMPLED && left.length > 0) {
      left.sort((a, b) => added(b) - added(a));
      for (const { row, has } of left.splice(0, 1)) {
        picked.push(row);
        for (const each of has) seen.add(each);
      }
    }
    return picked;
  });
}

/** Where objects are embedded whose list a version may lack: in items of the list of covers. */
const EMBEDDED_AS: Readonly<Partial<Record<List['name'], string>>> = {
  people: 'submitter',
  projects: 'project',
};

/**
 * The ids of the sampled items; of a list that the version lacks and may lack, those of the first different
 * embedded objects.
 */
export async function sampledIds(collection: List, where: Where): Promise<unknown[]> {
  try {
    return (await sampledRows(collection, where)).map(idOf);
  } catch (error) {
    const field = EMBEDDED_AS[collection.name];
    if (!(error instanceof NotInVersion) || field === undefined) throw error;
    const rows = await firstRows(where.api, 'covers/');
    const ids = rows.map((row) => at(row, field, 'id').value).filter(Number.isInteger);
    return [...new Set(ids)].slice(0, MOST_SAMPLED);
  }
}

/** The details of the sampled items of a collection; the last one of several as an authenticated caller sees it. */
export async function sampledDetails(collection: List, where: Where): Promise<Seen[]> {
  const as = readerOf(collection.path, where.api);
  const ids = await sampledIds(collection, where);
  return Promise.all(
    ids.map((id, index) => ofCaller(as, index, ids.length).object(`${collection.path}${id}/`)),
  );
}

/** The reader of one of several: of the last one an authenticated caller, who gets the same as everyone. */
export function ofCaller(api: Api, index: number, count: number): Api {
  return index > 0 && index === count - 1 ? api.signedIn() : api;
}

/** Why no object of a collection can be read by its id. */
export async function whyNoSample({ path }: List, { api }: Where): Promise<string> {
  const rows = await readable(() => firstRows(api, path));
  return whyNoId(rows, `an object in ${path}`, `${path} lists no object`);
}

/**
 * What an item shows that others may not: which fields are blank, and which are not, its project, text that is
 * not ASCII, a message id that needs escaping in URLs.
 */
function propertiesOf(row: Seen): string[] {
  if (!isObject(row.value)) return [];
  const fields = Object.entries(row.value).map(
    ([name, value]) => `${isBlank(value) ? 'no ' : ''}${name}`,
  );
  const isOdd = /[^\w.@<>-]/.test(String(at(row, 'msgid').value ?? ''));
  const isForeign = /\P{ASCII}/u.test(JSON.stringify(row.value));
  const more = { [`project ${at(row, 'project', 'id').value}`]: true, isOdd, isForeign };
  return [...fields, ...Object.entries(more).flatMap(([name, holds]) => (holds ? name : []))];
}

/** Null, an empty text or array. */
function isBlank(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function withId(rows: readonly Seen[]): Seen[] {
  return rows.filter((row) => Number.isInteger(idOf(row)));
}
