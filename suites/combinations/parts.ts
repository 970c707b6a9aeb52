import type { Where } from '../../harness/check-context.js';
import type { Seen } from '../../harness/place.js';
import type { SettledForm } from '../../specification/filter-forms.js';
import { versionsTaking } from '../../specification/lists.js';
import { everyFilter } from '../support/lists/filtered.js';
import type { KnownItems } from '../support/lists/list.js';
import { ordersThatHold } from '../support/lists/ordered.js';
import { isSorted } from '../support/lists/ordering.js';
import { type ListQuery, PLAIN, selects } from '../support/lists/query.js';
import { searchesOf } from '../support/lists/searched.js';
import { ownValue } from '../support/lists/selection.js';
import { readable } from '../support/readable.js';
import { timeOf } from '../support/timestamp.js';

/** A parameter that works alone: what it adds to a query that must return a given item. */
export type Part = (row: Seen) => Partial<ListQuery>;

/** A time differs from that of the item by this fraction of the time span of the first items. */
const AROUND = 8;

/** The parameters of a list that work alone in the version under test. */
export async function partsOf({ list, front }: KnownItems, where: Where): Promise<Part[]> {
  const { api } = where;
  const own = await everyFilter(where, (form) => form.list === list.name);
  const forms = own.filter(({ holds }) => holds).map(({ given }) => given.filter);
  const filters = [...new Set(forms.map(({ filter }) => filter))].flatMap((filter): Part[] => {
    const form = forms.find((each) => each.filter === filter);
    return form === undefined ? [] : [filteredBy(form, front)];
  });
  const searches = await readable(() => searchesOf(list, where));
  const held = searches.filter(({ holds }) => holds);
  // One that shows all that it finds also shows what it must leave out.
  const search = held.find(({ isCut }) => !isCut) ?? held[0];
  const terms = search === undefined ? [] : [() => ({ term: search.term })];
  const isTaken = versionsTaking('order', list.name).includes(api.version);
  const orders = isTaken ? await readable(() => ordersThatHold(list, where)) : [];
  const order = orders.find((each) => isSorted(front, each) !== undefined);
  return [...filters, ...terms, ...(order === undefined ? [] : [() => ({ order })])];
}

/**
 * A filter that selects a given item. A time is far enough from that of the item to select
 * neighbours as well.
 */
function filteredBy(filter: SettledForm, front: readonly Seen[]): Part {
  const isTime = filter.value === 'time';
  const times = isTime ? front.map((each) => timeOf(ownValue(filter, each)) ?? 0) : [];
  const aside = (Math.max(...times) - Math.min(...times)) / AROUND + 1000;
  return (row) => {
    const own = ownValue(filter, row);
    if (own === undefined) return {};
    if (!isTime) return { given: [{ filter, value: own }] };
    const time = (timeOf(own) ?? 0) + (filter.selects === 'older' ? aside : -aside);
    const value = new Date(time).toISOString().replace(/\..*/, 'Z');
    return { given: [{ filter, value }] };
  };
}

/**
 * A query that returns the given item, from the parts that select it. If `isTelling`, only from
 * those that leave several items, but fewer than before, or change their order.
 */
export function together(
  parts: readonly Part[],
  row: Seen,
  { front }: KnownItems,
  isTelling: boolean,
): ListQuery {
  let query: ListQuery = PLAIN;
  let shown = front;
  for (const part of parts) {
    const { given = [], ...more } = part(row);
    const longer = { ...query, ...more, given: [...query.given, ...given] };
    const left = shown.filter((each) => selects(longer, each) === true);
    const { term, order } = more;
    const isMoved = order !== undefined && isSorted(left, order) !== undefined;
    // A search that finds all remaining items still shows that it does no harm.
    const isOther = left.length < shown.length || isMoved || term !== undefined;
    const tells = left.length > 1 && isOther;
    if (left.includes(row) && (tells || !isTelling)) [query, shown] = [longer, left];
  }
  return query;
}
