import type { Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { isObject, type Seen } from '../../harness/place.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { type List, ORDERS, SHOWN_LISTS, versionsTaking } from '../../specification/lists.js';
import type { Version } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { firstRows, pathOf } from '../conventions/sources.js';
import { idOf, type Known, knownOf, listsOf, rowsOf } from '../lists/list.js';
import { isSorted } from '../lists/ordering.js';
import { type ListMismatch, listMismatches } from '../lists/prediction.js';
import { ask, PLAIN } from '../lists/query.js';
import { rotated } from '../lists/rotation.js';

/** A longer field name is no useful order, and makes the `Link` header very long. */
const LONGEST_NAME = 100;

/** A list requested with an order only. */
export interface Ordered {
  known: Known;
  field: string;
  /** The field, prefixed by `-` for descending order. */
  order: string;
  answer: Answer;
  listMismatches: readonly ListMismatch[];
  /** Whether it has the same items in the same order as the plain list. */
  isUnasked: boolean;
}

/** A field of list items, the tested versions that have it, and the order to request. */
interface ListField {
  list: List;
  field: string;
  order: string;
  /** Whether the order is checked (B-40) and would rearrange the first items of the list. */
  isTelling: boolean;
  versions: Version[];
}

/**
 * URLs that the service generates for each response (SPEC.md, "Conventions" 4); lists are not
 * sorted by them.
 */
const MADE: readonly string[] = ['url', 'mbox', 'comments'];

/**
 * The orders requested in the version under test: every field of list items in one version of a
 * run, and `id`, `name` and `date` of some list in each version.
 */
export function requestedOrders(where: Where): Promise<Ordered[]> {
  const { api, instance } = where;
  return instance.once(`orders in ${api.version}`, async () => {
    const fields = await everyField(where);
    const named = ORDERS.flatMap((name) => {
      const own = fields.filter(({ field, isTelling }) => isTelling && field === name);
      return rotated(own, where, ({ versions }) => versions);
    });
    const others = fields.filter(({ isTelling }) => !isTelling);
    const turn = [...named, ...rotated(others, where, ({ versions }) => versions)];
    const latest = new Map<List, Promise<Ordered[]>>();
    const asked = turn.map((each) => {
      const before = latest.get(each.list);
      const own = readable(async () => {
        // One after the other: the second request detects an instance that caches one response for
        // two orders. No list waits for another one, because it may change meanwhile.
        await before;
        return [await askedFor(each, where)];
      });
      latest.set(each.list, own);
      return own;
    });
    return (await Promise.all(asked)).flat();
  });
}

/** The orders of a list that took effect in the version under test without losing items. */
export async function ordersThatHold(list: List, where: Where): Promise<string[]> {
  return (await requestedOrders(where))
    .filter(({ known, isUnasked }) => known.list.name === list.name && !isUnasked)
    .filter(({ listMismatches: all }) => all.every(({ matter }) => matter === 'count'))
    .map(({ order }) => order);
}

/**
 * The fields of list items, alternately descending and ascending, avoiding the order of the plain
 * list.
 */
async function everyField({ api, instance }: Where): Promise<ListField[]> {
  const found = new Map<string, ListField>();
  for (const version of instance.examined) {
    const where = { api: api.in(version), instance };
    const lists = listsOf(where).filter(({ name }) =>
      versionsTaking('order', name).includes(version),
    );
    const read = lists.map((list) =>
      readable(async () => {
        const rows = await firstRows(where.api.unnoted(), await pathOf(list, instance));
        return [{ list, rows }];
      }),
    );
    for (const { list, rows } of (await Promise.all(read)).flat()) {
      const shown = rows.flatMap(({ value }) => (isObject(value) ? sortable(value) : []));
      // SPEC.md gives no list of patches.
      const isJudged = (field: string) =>
        SHOWN_LISTS.includes(list) ? !MADE.includes(field) : isNamed(field);
      for (const field of new Set(shown.filter(isJudged))) {
        const key = `${list.name} ${field}`;
        const same = found.get(key) ?? newField(list, rows, field, found.size % 2 === 0);
        same.versions.push(version);
        found.set(key, same);
      }
    }
  }
  return [...found.values()];
}

/** The fields by whose values items can be sorted: no arrays, and no objects without `id`. */
function sortable(row: Record<string, unknown>): string[] {
  return Object.keys(row).filter((name) => {
    const value = row[name];
    if (name.length > LONGEST_NAME) return false;
    return !Array.isArray(value) && (!isObject(value) || Object.hasOwn(value, 'id'));
  });
}

function newField(
  list: List,
  rows: readonly Seen[],
  field: string,
  isDescending: boolean,
): ListField {
  const orders = isDescending ? [`-${field}`, field] : [field, `-${field}`];
  const telling = orders.find((order) => isSorted(rows, order) !== undefined);
  const isTelling = isNamed(field) && telling !== undefined;
  return { list, field, order: telling ?? orders[0] ?? field, isTelling, versions: [] };
}

async function askedFor({ list, field, order }: ListField, where: Where): Promise<Ordered> {
  const known = await knownOf(list, where);
  // If all items are known, a page with room for all shows which are lost.
  const query = { ...PLAIN, size: known.whole ? LARGEST_PAGE : PLAIN.size, order };
  const answer = await ask(known, query);
  const isUnasked = rowsOf(answer).every(
    (row, index) => idOf(row) === known.front.map(idOf)[index],
  );
  return {
    known,
    field,
    order,
    answer,
    listMismatches: listMismatches(query, known, answer),
    isUnasked,
  };
}

/** Whether the order of a field is checked (B-40). */
export function isNamed(field: string): boolean {
  return ORDERS.some((name) => name === field);
}
