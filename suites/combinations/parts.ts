import type { Where } from '../../harness/check-context.js';
import type { Seen } from '../../harness/place.js';
import type { SettledForm } from '../../specification/filter-forms.js';
import { versionsTaking } from '../../specification/lists.js';
import { readable } from '../conventions/readable.js';
import { timeOf } from '../conventions/timestamp.js';
import { everyAlone } from '../filters/alone.js';
import type { Known } from '../lists/list.js';
import { isSorted } from '../lists/ordering.js';
import { type ListQuery, PLAIN, selects } from '../lists/query.js';
import { inTurn } from '../lists/rotation.js';
import { ownValue } from '../lists/selection.js';
import { ordersThatHold } from '../order/orders-asked.js';
import { searchAlone } from '../search/search-alone.js';

/** One parameter that a list heeds when it is asked for alone: what it adds to a query that is to show a row. */
export type Part = (row: Seen) => Partial<ListQuery>;

/** A time is this part of the span of the first rows apart from that of a row. */
const AROUND = 8;

/** The parameters of a list that hold by themselves in the version under judgement. */
export async function partsOf({ list, front }: Known, where: Where): Promise<Part[]> {
  const { api, instance } = where;
  // Times that are refused in the documented form are a matter of their own.
  const held = (await everyAlone(where)).filter(
    ({ holds, known, refusedZulu }) => holds && known.list === list && refusedZulu === undefined,
  );
  const forms = held.map(({ given }) => given.filter);
  const filters = [...new Set(forms.map(({ filter }) => filter))].flatMap((filter): Part[] => {
    // In one version by id, in the next by name.
    const form = inTurn(
      forms.filter((each) => each.filter === filter),
      where,
    );
    return form === undefined ? [] : [filteredBy(form, front)];
  });
  const searches = await readable(async () => [await searchAlone(list, where)]);
  const terms = searches
    .filter(({ holds }) => holds)
    .map(
      ({ term }): Part =>
        () => ({ term }),
    );
  // Each version asks for other orders: one that is heeded in any of them.
  const orders = await Promise.all(
    instance.examined.map((version) =>
      readable(() => ordersThatHold(list, { api: api.in(version), instance })),
    ),
  );
  const order = inTurn(
    orders.flat().filter((each) => isSorted(front, each) !== undefined),
    where,
  );
  const isTaken = order !== undefined && versionsTaking('order', list.name).includes(api.version);
  return [...filters, ...terms, ...(isTaken ? [(): Partial<ListQuery> => ({ order })] : [])];
}

/** A filter that selects a row. A time is so far from the row's own that it selects some rows around it as well. */
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
 * A query that shows the row, of those of the parts that select it. Where it is to tell most, only of those
 * that leave several rows, but fewer than there were, or move them.
 */
export function together(
  parts: readonly Part[],
  row: Seen,
  { front }: Known,
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
    // A search that finds all that is left shows at least that it is no trouble.
    const isOther = left.length < shown.length || isMoved || term !== undefined;
    const tells = left.length > 1 && isOther;
    if (left.includes(row) && (tells || !isTelling)) [query, shown] = [longer, left];
  }
  return query;
}
