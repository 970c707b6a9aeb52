import type { Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { isObject } from '../../harness/place.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { type List, ORDERS, SHOWN_LISTS, versionsTaking } from '../../specification/lists.js';
import type { Version } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { idOf, type Known, knownOf, listsOf, rowsOf } from '../lists/list.js';
import { isSorted } from '../lists/ordering.js';
import { type Departure, departures } from '../lists/prediction.js';
import { ask, PLAIN } from '../lists/query.js';
import { rotated } from '../lists/rotation.js';

/** A longer name is none that anybody would sort by, and may make the `Link` header longer than anybody reads. */
const LONGEST_NAME = 100;

/** A list that was asked for an order and nothing else. */
export interface Ordered {
  known: Known;
  field: string;
  /** The field, with `-` before it if falling. */
  order: string;
  answer: Answer;
  departures: readonly Departure[];
  /** Whether it shows the rows that the list shows without it, in the same order. */
  isUnasked: boolean;
}

/** A field that a list shows, the versions examined in which it does, and the order that is asked for. */
interface ListField {
  list: List;
  field: string;
  order: string;
  /** Whether it is judged (B-40), and the first rows of the list would stand otherwise in that order. */
  isTelling: boolean;
  versions: Version[];
}

/** Addresses that the service makes for each answer (SPEC.md, "Conventions" 4): no list is sorted by them. */
const MADE: readonly string[] = ['url', 'mbox', 'comments'];

/**
 * Orders that lists are asked for in the version under judgement: every field that a list shows has its
 * turn in some version of a run, and `id`, `name` and `date` of some list in each.
 */
export function ordersAsked(where: Where): Promise<Ordered[]> {
  const { api, instance } = where;
  return instance.once(`orders in ${api.version}`, async () => {
    const fields = await everyField(where);
    const named = ORDERS.flatMap((name) => {
      const own = fields.filter(({ field, isTelling }) => isTelling && field === name);
      return rotated(own, where, ({ versions }) => versions);
    });
    const others = fields.filter(({ isTelling }) => !isTelling);
    const turn = [...named, ...rotated(others, where, ({ versions }) => versions)];
    const asked: Ordered[] = [];
    // One after the other: an instance that keeps one answer for two orders is told by the second.
    for (const each of turn) {
      asked.push(...(await readable(async () => [await askedFor(each, where)])));
    }
    return asked;
  });
}

/** The orders that a list was asked for in the version under judgement, and that it heeded without a loss. */
export async function ordersThatHold(list: List, where: Where): Promise<string[]> {
  return (await ordersAsked(where))
    .filter(({ known, isUnasked }) => known.list.name === list.name && !isUnasked)
    .filter(({ departures: all }) => all.every(({ matter }) => matter === 'count'))
    .map(({ order }) => order);
}

/** The fields that the rows of lists show: every other one falling, but none as the list stands anyway. */
async function everyField({ api, instance }: Where): Promise<ListField[]> {
  const found = new Map<string, ListField>();
  for (const version of instance.examined) {
    const where = { api: api.in(version), instance };
    const lists = listsOf(where).filter(({ name }) =>
      versionsTaking('order', name).includes(version),
    );
    const read = lists.map((list) => readable(async () => [await knownOf(list, where)]));
    for (const known of (await Promise.all(read)).flat()) {
      const shown = known.front.flatMap(({ value }) => (isObject(value) ? sortable(value) : []));
      // Of patches SPEC.md shows no list.
      const isJudged = (field: string) =>
        SHOWN_LISTS.includes(known.list) ? !MADE.includes(field) : isNamed(field);
      for (const field of new Set(shown.filter(isJudged))) {
        const key = `${known.list.name} ${field}`;
        const same = found.get(key) ?? newField(known, field, found.size % 2 === 0);
        same.versions.push(version);
        found.set(key, same);
      }
    }
  }
  return [...found.values()];
}

/** The fields of a row by whose values rows can be sorted: no lists, and no objects but those with an `id`. */
function sortable(row: Record<string, unknown>): string[] {
  return Object.keys(row).filter((name) => {
    const value = row[name];
    if (name.length > LONGEST_NAME) return false;
    return !Array.isArray(value) && (!isObject(value) || Object.hasOwn(value, 'id'));
  });
}

function newField({ list, front }: Known, field: string, isFalling: boolean): ListField {
  const orders = isFalling ? [`-${field}`, field] : [field, `-${field}`];
  const telling = orders.find((order) => isSorted(front, order) !== undefined);
  const isTelling = isNamed(field) && telling !== undefined;
  return { list, field, order: telling ?? orders[0] ?? field, isTelling, versions: [] };
}

async function askedFor({ list, field, order }: ListField, where: Where): Promise<Ordered> {
  const known = await knownOf(list, where);
  // Where all rows are known, those that are lost are told by a page with room for all.
  const query = { ...PLAIN, size: known.whole ? LARGEST_PAGE : PLAIN.size, order };
  const answer = await ask(known, query);
  const isUnasked = rowsOf(answer).every(
    (row, index) => idOf(row) === known.front.map(idOf)[index],
  );
  return { known, field, order, answer, departures: departures(query, known, answer), isUnasked };
}

/** Whether it is one of the fields whose order is judged (B-40). */
export function isNamed(field: string): boolean {
  return ORDERS.some((name) => name === field);
}
