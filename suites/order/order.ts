import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at, elements, type Seen } from '../../harness/place.js';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { Inconclusive, inconclusive, type Mismatch } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import type { OrderField } from '../../specification/lists.js';
import { ALL } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { readerOf } from '../conventions/sources.js';
import type { AskedTogether } from '../filters/asked-in-parts.js';
import { departingTogether } from '../filters/asked-together.js';
import { LISTS, type List, listNamed } from '../filters/lists.js';
import { everyProbes } from '../filters/probes.js';
import { mismatch } from '../paging/page.js';
import { isSecond, lastNumber, lastOf, type PagedList, pagedLists } from '../paging/probe.js';
import { searchIn } from '../search/searched.js';
import { isSorted } from './sorting.js';

const SPEC = 'Common list query parameters';
const NEWEST_FIRST = 'A client that asks for the newest first shows the oldest.';
const BY_NAME = 'A client that shows a list by name shows it in disorder.';

/** Rows that were asked for in an order, and those that the list gives unasked. */
interface Ordered {
  list: string;
  order: string;
  rows: Seen[];
  unasked: Seen[];
  /** Set where a page of one row and the number of pages told that the order is right. */
  isCounted?: true;
}

/** Order: by the field that is named, and the other way round with `-` before it. */
export const order: Chapter = {
  name: 'order',
  requirements: [
    orderedBy('id', '`order=-id` puts a list in the order of falling ids'),
    orderedBy('name', '`order=name` puts a list in the order of names'),
    orderedBy('date', '`order=date` puts a list in the order of time, `-date` reverses it'),
    requirement({
      id: 'order.complete',
      says: '`order` changes the order of a list, and not which rows it has',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that sorts a list loses rows of it.',
      async check(context) {
        const probes = await everyProbes(context);
        const corrupted = probes
          .flatMap((each) => each.corrupted)
          .filter(({ by }) => by === 'order');
        context.expect.none(corrupted.flatMap(({ mismatches }) => mismatches));
        const lists = await pagedLists(context);
        context.expect.none(lists.flatMap(lostInPages));
        const amiss = await askedAmiss(context);
        context.expect.none(await departingTogether('order.complete', amiss, context.instance));
        const asked = probes.flatMap(({ ordered }) => ordered);
        if (asked.length === 0) inconclusive('no filtered list could be asked for an order');
      },
    }),
  ],
};

function orderedBy(field: OrderField, says: string): Requirement {
  return requirement({
    id: `order.${field}`,
    says,
    spec: SPEC,
    // "field used for ordering": which way round it goes is inferred.
    level: 'should',
    versions: ALL,
    consequence: field === 'name' ? BY_NAME : NEWEST_FIRST,
    async check(context) {
      const found = (await everyOrdered(context)).filter(
        (each) => each.order.replace('-', '') === field,
      );
      // Whoever asked, the rows may be too few: series have every field, and are asked for all. They
      // are read without an order too, which tells an instance that keeps one answer for both; that
      // does so in every version, so the newest tells it.
      const { api, instance } = context;
      const isTold = found.some(tells) && (field !== 'name' || api.version !== instance.newest);
      const others = isTold ? [] : await readable(() => ofSeries(field, context));
      const telling = [...found, ...others].filter(tells);
      context.expect.none(telling.flatMap(outOfOrder));
      const amiss = await askedAmiss(context);
      context.expect.none(await departingTogether(`order.${field}`, amiss, instance));
      if (telling.length === 0)
        inconclusive(`no list has rows enough to show an order by ${field}`);
    },
  });
}

/** Everything that was asked for in an order in this version, by whichever chapter. */
async function everyOrdered(context: CheckContext): Promise<Ordered[]> {
  const { api } = context;
  const lists = LISTS.filter(({ ordered }) => ordered.includes(api.version));
  const filtered = (await everyProbes(context)).flatMap(({ list, rows: unasked, ordered }) =>
    ordered.map((each) => ({ list, unasked, order: each.order, rows: each.rows })),
  );
  const searched = await Promise.all(
    lists.map((list) => readable(() => searchedIn(list, filtered, context))),
  );
  return [...searched.flat(), ...filtered];
}

/** What was asked for in an order and with something else, and answered otherwise than it should be. */
async function askedAmiss(context: CheckContext): Promise<AskedTogether[]> {
  const lists = LISTS.filter(({ ordered }) => ordered.includes(context.api.version));
  const searches = await Promise.all(
    lists.map((list) => readable(async () => [await searchIn(list, context)])),
  );
  return [...(await everyProbes(context)), ...searches.flat()].flatMap(({ amiss }) => amiss);
}

/** The order of a list as its search shows it, or, if nothing tells it, as it is asked for alone. */
async function searchedIn(
  list: List,
  told: readonly Ordered[],
  context: CheckContext,
): Promise<Ordered[]> {
  const { name, order: wanted } = list;
  const { rows: unasked, ordered, counted } = await searchIn(list, context);
  if (counted?.query.order !== undefined) {
    return [{ list: name, order: wanted, unasked, rows: [], isCounted: true }];
  }
  const found = ordered
    ? [
        {
          list: name,
          order: wanted,
          unasked,
          rows: rowsOf(ordered.answer.json, ordered.answer.exchange),
        },
      ]
    : [];
  if ([...told.filter((each) => each.list === name), ...found].some(tells)) return found;
  return [{ list: name, order: wanted, unasked, rows: await askFor(wanted, list, context) }];
}

async function ofSeries(field: string, context: CheckContext): Promise<Ordered[]> {
  const series = listNamed('series');
  const { rows: unasked } = await searchIn(series, context);
  const rows = await askFor(`-${field}`, series, context);
  return [{ list: series.name, order: `-${field}`, unasked, rows }];
}

async function askFor(
  wanted: string,
  list: List,
  { api, instance, expect }: CheckContext,
): Promise<Seen[]> {
  const path = await list.path(instance);
  const query = { order: wanted, per_page: LARGEST_PAGE };
  const answer = await readerOf(path, api).get(path, { query });
  if (answer.status >= 500) expect.status(answer, 200);
  if (answer.status !== 200) throw new Inconclusive(`${named(answer)} answered ${answer.status}`);
  return rowsOf(answer.json, answer.exchange);
}

/** What departs where a list in an order has fewer pages of one row, or more, than without. */
function lostInPages(list: PagedList): Mismatch[] {
  const { extra, first, all, since } = list;
  const count = extra?.kind === 'order' && !extra.isRight ? lastOf(extra.page) : undefined;
  const own = first.keys.length;
  const isCounted = all && since === 'unchanged' && isSecond(list) && lastNumber(list) === own;
  if (extra === undefined || count === undefined || !isCounted || count === own) return [];
  const message = `has ${count} pages of one row, and the list without an order ${own} rows`;
  return [mismatch(extra.page, message, `${own} pages`, count)];
}

function outOfOrder({ list, order: wanted, rows }: Ordered): Mismatch[] {
  const index = isSorted(rows, wanted);
  const [one, other] = index === undefined ? [] : [rows[index - 1], rows[index]];
  if (one === undefined || other === undefined) return [];
  const field = wanted.replace('-', '');
  const bound = wanted.startsWith('-') ? 'at most' : 'at least';
  return [
    {
      message: `${list} with order=${wanted}: a row is out of order`,
      pointer: `${other.at.pointer}/${field}`,
      expected: `${bound} the ${field} of the row before it, ${JSON.stringify(at(one, field).value)}`,
      received: at(other, field).value,
      exchange: other.at.exchange,
    },
  ];
}

/**
 * Whether rows in an order show anything: the same rows in the order in which the list gives them
 * unasked would not be in that order.
 */
function tells({ order: wanted, rows, unasked, isCounted }: Ordered): boolean {
  if (isCounted) return true;
  const place = new Map(unasked.map((row, index) => [at(row, 'id').value, index]));
  const placeOf = (row: Seen) => place.get(at(row, 'id').value) ?? unasked.length;
  const known = rows.some((row) => place.has(at(row, 'id').value));
  const inPlace = [...rows].sort((a, b) => placeOf(a) - placeOf(b));
  return rows.length > 1 && (!known || isSorted(inPlace, wanted) !== undefined);
}

function rowsOf(json: unknown, exchange: number): Seen[] {
  return elements({ value: json, at: { exchange, pointer: '' } });
}
