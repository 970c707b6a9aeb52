import type { Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { isObject, type Seen } from '../../harness/place.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { type List, ORDERS } from '../../specification/lists.js';
import type { Version } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { idOf, type Known, knownOf, listsOf, ordersIn, rowsOf } from '../lists/list.js';
import { isSorted } from '../lists/ordering.js';
import { type Departure, departures } from '../lists/prediction.js';
import { ask, PLAIN } from '../lists/query.js';
import { rotated, spared } from '../lists/rotation.js';

/** A list that was asked for an order and nothing else. */
export interface Ordered {
  known: Known;
  field: string;
  /** The field, with `-` before it if falling. */
  order: string;
  answer: Answer;
  departures: readonly Departure[];
  /** Whether the rows would be in another order without it. */
  tells: boolean;
  /** Whether they are the rows that the list shows without it, in the same order. */
  isUnasked: boolean;
}

/** A field that a list shows, the versions examined in which it does, and the order that is asked for. */
interface ListField {
  list: List;
  field: string;
  order: string;
  /** Whether its first rows would stand otherwise in that order. */
  tells: boolean;
  versions: Version[];
}

/**
 * Orders that lists are asked for in the version under judgement: every field that a list shows has its
 * turn in some version of a run, and `id`, `name` and `date` of some list in each.
 */
export function ordersAsked(where: Where): Promise<Ordered[]> {
  return where.instance.once(`orders in ${where.api.version}`, async () => {
    const fields = await everyField(where);
    const named = ORDERS.map((name) =>
      fields.filter(({ field, tells }) => field === name && tells),
    );
    const others = fields.filter((each) => !named.flat().includes(each));
    const older = spared(where.instance)();
    const turn = [
      ...named.flatMap((group) => rotated(group, where, ({ versions }) => versions)),
      ...rotated(others, where, ({ versions }) => {
        const own = versions.filter((version) => older.includes(version));
        return own.length > 0 ? own : versions;
      }),
    ];
    const asked: Ordered[] = [];
    // One after the other: an instance that keeps one answer for two orders is told by the second.
    for (const each of turn) {
      asked.push(...(await readable(async () => [await askedFor(each, where)])));
    }
    return asked;
  });
}

/**
 * The orders that a list was asked for in the version under judgement, was right about and lost no rows
 * by, with their directions.
 */
export async function ordersThatHold(list: List, where: Where): Promise<string[]> {
  const own = (await ordersAsked(where)).filter(({ known }) => known.list.name === list.name);
  return own
    .filter(({ departures: all, tells }) => tells && all.every(({ matter }) => matter === 'count'))
    .map(({ order }) => order);
}

/** The fields that the rows of lists show: every other one falling, but none as the list stands anyway. */
async function everyField({ api, instance }: Where): Promise<ListField[]> {
  const found = new Map<string, ListField>();
  for (const version of instance.examined) {
    const where = { api: api.in(version), instance };
    for (const list of listsOf(where).filter((each) => ordersIn(each).includes(version))) {
      const [known] = await readable(async () => [await knownOf(list, where)]);
      if (known === undefined) continue;
      const shown = known.front.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []));
      for (const field of new Set(shown)) {
        const key = `${list.name} ${field}`;
        const same = found.get(key) ?? newField(known, field, found.size % 2 === 0);
        same.versions.push(version);
        found.set(key, same);
      }
    }
  }
  return [...found.values()];
}

function newField({ list, front }: Known, field: string, isFalling: boolean): ListField {
  const orders = isFalling ? [`-${field}`, field] : [field, `-${field}`];
  const telling = orders.find((order) => isSorted(front, order) !== undefined);
  const order = telling ?? orders[0] ?? field;
  return { list, field, order, tells: telling !== undefined, versions: [] };
}

async function askedFor({ list, field, order }: ListField, where: Where): Promise<Ordered> {
  const known = await knownOf(list, where);
  // Where all rows are known, those that are lost are told by a page with room for all.
  const size = known.whole && isNamed(field) ? LARGEST_PAGE : PLAIN.size;
  const query = { ...PLAIN, size, order };
  const answer = await ask(known, query);
  const rows = rowsOf(answer);
  const places = new Map(known.front.map((row, index) => [idOf(row), index]));
  const placeOf = (row: Seen) => places.get(idOf(row)) ?? known.front.length;
  const inPlace = [...rows].sort((a, b) => placeOf(a) - placeOf(b));
  return {
    known,
    field,
    order,
    answer,
    departures: departures(query, known, answer),
    tells:
      rows.length > 1 &&
      (rows.some((row) => !places.has(idOf(row))) || isSorted(inPlace, order) !== undefined),
    isUnasked: inPlace.every((row, index) => row === rows[index] && placeOf(row) === index),
  };
}

/** Whether it is one of the fields whose order is judged (B-40). */
export function isNamed(field: string): boolean {
  return ORDERS.some((name) => name === field);
}
