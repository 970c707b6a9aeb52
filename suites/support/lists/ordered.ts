import type { Where } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { Memo } from '../../../harness/memo.js';
import { isObject, valueAt } from '../../../harness/place.js';
import { type List, ORDERS, SHOWN_LISTS, versionsTaking } from '../../../specification/lists.js';
import { idOf } from '../first-rows.js';
import { type KnownItems, knownItems, listsOf, rowsOf } from '../known-rows.js';
import { readEach } from '../readable.js';
import { fieldOf } from './ordering.js';
import { type ListMismatch, listMismatches } from './prediction.js';
import { ask, type ListQuery, PLAIN, sizeFor } from './query.js';

/** A longer field name is no useful order, and makes the `Link` header very long. */
const LONGEST_NAME = 100;

/** By how many fields a list is sorted at most, and by how many if texts and numbers are among them. */
const [MOST_FIELDS, FEW_FIELDS] = [4, 3];

/** URLs that the service generates (docs/api.md, "Conventions"); lists are not sorted by them. */
const MADE: readonly string[] = ['url', 'mbox', 'comments', 'web_url', 'list_archive_url'];

/** A list requested with an order only. */
export interface Ordered {
  known: KnownItems;
  field: string;
  /** The value of `order`: the field or, where the sign is observed, the field after a `-`. */
  order: string;
  query: ListQuery;
  answer: Answer;
  listMismatches: readonly ListMismatch[];
  /** Whether it has the same items in the same order as the plain list. */
  isUnasked: boolean;
}

/** All orders that are requested in the version under test, of all lists that can be read. */
export function requestedOrders(where: Where): Promise<Ordered[]> {
  const lists = listsOf(where).filter(({ name }) =>
    versionsTaking('order', name).includes(where.api.version),
  );
  return readEach(lists, (list) => ordersOf(list, where));
}

const REQUESTED = new Memo<Ordered[]>();
const DESCENDING = new Memo<Ordered[]>();

/** A list by the fields of its items. Inconclusive if it cannot be read. */
function ordersOf(list: List, where: Where): Promise<Ordered[]> {
  const { api, instance } = where;
  return instance.once(REQUESTED, [list.name, api.version], async () => {
    const known = await knownItems(list, where);
    const asked: Ordered[] = [];
    // One after the other: the second request detects an instance that caches one response for two orders.
    for (const field of fieldsOf(known)) asked.push(await requestOrder(known, field));
    return asked;
  });
}

/** Of each list of the specification that refuses every order, these and that by `id`, if it is refused too. */
export async function refusedOrders(where: Where): Promise<Ordered[][]> {
  const asked = await requestedOrders(where);
  const lists = SHOWN_LISTS.map((list) => asked.filter(({ known }) => known.list === list));
  const refusing = lists.filter((own) => own.length > 0 && own.every(isRefused));
  return readEach(refusing, async (own) => {
    const known = own[0]?.known;
    const isTried = known === undefined || own.some(({ field }) => field === 'id');
    const all = isTried ? own : [...own, await requestOrder(known, 'id')];
    return all.every(isRefused) ? [all] : [];
  });
}

/** Whether an order is refused. */
export function isRefused({ answer }: Ordered): boolean {
  return answer.status >= 400 && answer.status < 500;
}

/** The lists in which a leading `-` is observed: no sentence mentions it (docs/verdicts.md B-40). */
const WITH_SIGN: readonly string[] = ['patches', 'series'];

/** Those lists by `-id`. */
export function descendingOrders(where: Where): Promise<Ordered[]> {
  const { api, instance } = where;
  const lists = listsOf(where).filter(
    ({ name }) => WITH_SIGN.includes(name) && versionsTaking('order', name).includes(api.version),
  );
  return instance.once(DESCENDING, [api.version], () =>
    readEach(lists, async (list) => [await requestOrder(await knownItems(list, where), '-id')]),
  );
}

/** The lists that are longest on most instances: of these two pages are read in one order. */
const LONGEST: readonly string[] = ['events', 'patches', 'series'];

/** The first two pages of an ordered list. */
export interface OrderedPages {
  known: KnownItems;
  order: string;
  pages: Pick<Ordered, 'query' | 'answer'>[];
}

/** The first two pages of long lists in an order in which several items are equal. The first page ends among these. */
export async function orderedPages(where: Where): Promise<OrderedPages[]> {
  const tied = (await requestedOrders(where))
    .map((each) => ({ ...each, tie: longestTie(each) }))
    .filter(({ tie }) => tie.length > 1)
    .sort((a, b) => Number(isNamed(b.field)) - Number(isNamed(a.field)));
  const orders = LONGEST.flatMap(
    (name) => tied.find(({ known }) => known.list.name === name) ?? [],
  );
  return readEach(orders, async ({ known, order, tie: { end, length } }) => {
    const first = { ...PLAIN, size: end - Math.floor(length / 2), order };
    const pages: OrderedPages['pages'] = [];
    for (const query of [first, { ...first, page: 2 }]) {
      pages.push({ query, answer: await ask(known, query) });
    }
    return [{ known, order, pages }];
  });
}

/** The longest run of items with the same value of the field of the order, and where it ends. */
function longestTie({ answer, field }: Ordered): { end: number; length: number } {
  const values = rowsOf(answer).map((row) => JSON.stringify(valueAt(row, field)));
  const longest = { end: 0, length: 0 };
  for (let end = 1, length = 1; end <= values.length; end += 1, length += 1) {
    if (values[end] === values[end - 1]) continue;
    if (length > longest.length) Object.assign(longest, { end, length });
    length = 0;
  }
  return longest;
}

/** The orders of a list that lose no items: first those that take effect. */
export async function ordersThatHold(list: List, where: Where): Promise<string[]> {
  return [...(await ordersOf(list, where))]
    .sort((a, b) => Number(a.isUnasked) - Number(b.isUnasked))
    .filter(({ listMismatches: all }) => all.every(({ kind }) => kind === 'count'))
    .map(({ order }) => order);
}

/**
 * The fields of the items by which a list is sorted: `name` and `date` first, then objects, for which a server
 * reads other tables, then `id`; of a list with few of these also texts and numbers.
 */
function fieldsOf({ list, front }: KnownItems): string[] {
  const rankOf = (field: string, value: unknown) => {
    if (field === 'id') return 2;
    if (isNamed(field)) return 0;
    return isObject(value) ? 1 : 3;
  };
  const ranks = new Map<string, number>();
  for (const { value: row } of front) {
    for (const [field, value] of Object.entries(isObject(row) ? row : {})) {
      if (isSortable(field, value)) ranks.set(field, rankOf(field, value));
    }
  }
  // docs/api.md gives no list of patches; many of these have the same submitter. Of nested items, the date and what
  // leads to other tables tells enough.
  const isWanted = (field: string) =>
    (SHOWN_LISTS.includes(list) || isNamed(field) || field === 'submitter') &&
    (list.parent === undefined || (ranks.get(field) ?? 0) < 2);
  return [...ranks.keys()]
    .filter(isWanted)
    .sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
    .filter((field, index) => index < ((ranks.get(field) ?? 0) > 2 ? FEW_FIELDS : MOST_FIELDS));
}

/** Not the URLs that the service generates for each response, no arrays, and no objects without `id`. */
function isSortable(field: string, value: unknown): boolean {
  if (field.length > LONGEST_NAME || MADE.includes(field)) return false;
  return !Array.isArray(value) && (!isObject(value) || Object.hasOwn(value, 'id'));
}

async function requestOrder(known: KnownItems, order: string): Promise<Ordered> {
  const query = { ...PLAIN, size: sizeFor(known), order };
  const answer = await ask(known, query);
  const isUnasked = rowsOf(answer).every(
    (row, index) => idOf(row) === known.front.map(idOf)[index],
  );
  return {
    known,
    field: fieldOf(order),
    order,
    query,
    answer,
    listMismatches: listMismatches(query, known, answer),
    isUnasked,
  };
}

/** Whether the order of a field is checked (B-40). */
export function isNamed(field: string): boolean {
  return ORDERS.some((name) => name === field);
}
