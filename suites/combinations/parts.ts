import type { Where } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import type { SettledForm } from '../../specification/filter-forms.js';
import { versionsTaking } from '../../specification/lists.js';
import { readable } from '../conventions/readable.js';
import { timeOf } from '../conventions/timestamp.js';
import { everyAlone } from '../filters/alone.js';
import type { Known } from '../lists/list.js';
import { isSorted } from '../lists/ordering.js';
import { type ListQuery, selects } from '../lists/query.js';
import { inTurn } from '../lists/rotation.js';
import { type Given, ownValue } from '../lists/selection.js';
import { ordersThatHold } from '../order/orders-asked.js';
import { searchAlone } from '../search/search-alone.js';

/** One parameter that a list heeds when it is asked for alone. */
export interface Part {
  parameter: string;
  /** What it adds to a query that is to show a row; nothing where the row has no such value. */
  of(row: Seen): Pick<ListQuery, 'order' | 'term'> & { given?: Given };
}

/** The parameters of a list that hold by themselves in the version under judgement. */
export async function partsOf(known: Known, where: Where): Promise<Part[]> {
  const { list } = known;
  const alone = await everyAlone(where);
  // Times are combined where each list takes them as it should: one mistake may show in some lists only.
  const areTimesHeld = alone.every(
    ({ holds, refusedZulu, given }) =>
      given.filter.value !== 'time' || (holds && refusedZulu === undefined),
  );
  const holding = alone
    .filter(({ holds, given }) => holds && given.filter.list === list.name)
    .map(({ given }) => given.filter)
    .filter(({ value }) => value !== 'time' || areTimesHeld);
  const parameters = [...new Set(holding.map(({ filter }) => filter.parameter))];
  const filters = parameters.flatMap((parameter) => {
    // In one version by id, in the next by name.
    const filter = inTurn(
      holding.filter((each) => each.filter.parameter === parameter),
      where,
    );
    return filter === undefined ? [] : [byFilter(filter)];
  });
  const searches = await readable(async () => [await searchAlone(list, where)]);
  const terms = searches
    .filter(({ holds }) => holds)
    .map(({ term }): Part => ({ parameter: 'q', of: () => ({ term }) }));
  const order = await orderOf(known, where);
  const orders = order === undefined ? [] : [{ parameter: 'order', of: () => ({ order }) }];
  return [...filters, ...terms, ...orders];
}

/** One of the orders that the list heeds, in this version or in another one, by a field that it shows. */
async function orderOf({ list, front }: Known, { api, instance }: Where) {
  if (!versionsTaking('order', list.name).includes(api.version)) return undefined;
  const held = await Promise.all(
    instance.examined.map((version) =>
      readable(() => ordersThatHold(list, { api: api.in(version), instance })),
    ),
  );
  const isShown = (order: string) =>
    front.some((row) => at(row, order.replace('-', '')).value !== undefined);
  return inTurn(held.flat().filter(isShown), { api, instance });
}

function byFilter(filter: SettledForm): Part {
  const of = (row: Seen) => {
    const value = filter.value === 'time' ? beside(filter.name, row) : ownValue(filter, row);
    return value === undefined ? {} : { given: { filter, value } };
  };
  return { parameter: filter.filter.parameter, of };
}

/**
 * A query that shows the row, of those of the parts that matter in it: without any of them it would show
 * other rows. With `all`, of the others as well, which change nothing of what it must show.
 */
export function together(
  parts: readonly Part[],
  row: Seen,
  known: Known,
  size: number,
  all: boolean,
): ListQuery {
  let kept: Part[] = [];
  for (const part of parts) {
    if (isTelling([...kept, part], row, known, size)) kept = [...kept, part];
  }
  const others = parts.filter((part) => all && !kept.includes(part));
  const harmless = others.filter((part) => selects(queryOf([part], row, size), row) === true);
  return queryOf([...kept, ...harmless], row, size);
}

function queryOf(parts: readonly Part[], row: Seen, size: number): ListQuery {
  const said = parts.map((part) => part.of(row));
  const given = said.flatMap((each) => each.given ?? []);
  const term = said.find((each) => each.term !== undefined)?.term;
  const order = said.find((each) => each.order !== undefined)?.order;
  return {
    given,
    size,
    ...(term === undefined ? {} : { term }),
    ...(order === undefined ? {} : { order }),
  };
}

/** Whether each part keeps out a row that the others let in, or puts in order what is in another one. */
function isTelling(parts: readonly Part[], row: Seen, known: Known, size: number): boolean {
  const query = queryOf(parts, row, size);
  const { order } = query;
  const shown = known.front.filter((each) => selects(query, each) === true);
  if (selects(query, row) !== true) return false;
  if (order !== undefined && (shown.length < 2 || isSorted(shown, order) === undefined))
    return false;
  return parts.every((part) => {
    // A search that finds all that is left shows at least that it is no trouble.
    if (part.parameter === 'order' || part.parameter === 'q') return true;
    const others = queryOf(
      parts.filter((each) => each !== part),
      row,
      size,
    );
    return known.rows.some(
      (each) => selects(others, each) === true && selects(query, each) === false,
    );
  });
}

/** A time a second before that of a row, or after it: it is on the side that is asked for. */
function beside(name: string, row: Seen): string | undefined {
  const time = timeOf(at(row, 'date').value);
  if (time === undefined) return undefined;
  const bound = new Date(time + (name === 'since' ? -1000 : 2000)).toISOString();
  return `${bound.slice(0, '2026-01-01T00:00:00'.length)}Z`;
}
