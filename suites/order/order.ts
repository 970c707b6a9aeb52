import type { Seen } from '../../harness/place.js';
import { type Group, inSection, type Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { listNamed, type OrderField } from '../../specification/lists.js';
import { hasNext, idOf, lastPageOf } from '../support/first-rows.js';
import { type KnownItems, knownItems, repeated, rowsOf } from '../support/known-rows.js';
import { isNamed, type Ordered, requestedOrders } from '../support/lists/ordered.js';
import { isSorted } from '../support/lists/ordering.js';
import type { ListMismatch, MismatchKind } from '../support/lists/prediction.js';
import { ask, PLAIN, sizeFor } from '../support/lists/query.js';
import { readable } from '../support/readable.js';

const listParameter = inSection('Common list query parameters');
const CONSEQUENCES: Record<OrderField, string> = {
  id: 'A client that requests the highest id first gets another one.',
  name: 'A client that sorts a list by name displays it unsorted.',
  date: 'A client that requests the newest items first gets the oldest.',
};
const UNREAD = 'no list can be read';

/** Many patches have the same submitter: equal items must not move between pages. */
const MANY_EQUAL = { list: listNamed('patches'), order: 'submitter' };

/** Order: by the named field, descending with `-` (B-40). */
export const order: Group = {
  name: 'order',
  requirements: [
    listParameter({
      id: 'order.accepted',
      says: '`order` is a field used for ordering: the fields of a list item are accepted',
      consequence: 'A client that sorts a list by a column gets an error.',
      async check(context) {
        context.expect.each(await requestedOrders(context), UNREAD, (each) => {
          if (!isRefused(each)) context.expect.none(about(each, 'status'));
        });
      },
    }),
    listParameter({
      id: 'order.heeded',
      says: '`order` is a field used for ordering: not every list ignores it',
      consequence: 'A client cannot sort any list.',
      async check(context) {
        const asked = await requestedOrders(context);
        const telling = asked.filter(isTelling);
        context.expect.each(telling, 'no list has enough items to show an order', (each) => {
          if (areIgnored(asked)) context.expect.none(about(each, 'order'));
        });
      },
    }),
    orderedBy('id', '`order=id` sorts a list by id, `-id` in reverse'),
    orderedBy('name', '`order=name` sorts a list by name'),
    orderedBy('date', '`order=date` sorts a list by time, `-date` in reverse'),
    listParameter({
      id: 'order.others',
      says: 'The other fields that lists can be ordered by (not specified)',
      level: 'observe',
      consequence: 'A client that sorts by these fields relies on unspecified behaviour.',
      async check(context) {
        const asked = await requestedOrders(context);
        if (asked.length === 0) inconclusive(UNREAD);
        const others = asked.filter((each) => !isNamed(each.field) || isRefused(each));
        const seen = others.map((each) => [
          `${each.known.list.name} by ${each.order}`,
          effectOf(each),
        ]);
        context.observe(Object.fromEntries(seen));
      },
    }),
    listParameter({
      id: 'order.complete',
      says: '`order` changes the order of a list, not its items',
      level: 'should',
      compares: 'list',
      consequence: 'A client that sorts a list misses items.',
      async check(context) {
        const asked = await requestedOrders(context);
        if (asked.length === 0) inconclusive(UNREAD);
        const { list, order: tied } = MANY_EQUAL;
        const lost = await readable(async () =>
          missingInPages(await knownItems(list, context), tied),
        );
        context.expect.none([...asked.flatMap(losses), ...lost, ...(await shownAgain(asked))]);
      },
    }),
  ],
};

function orderedBy(field: OrderField, says: string): Requirement {
  return listParameter({
    id: `order.${field}`,
    says,
    // "field used for ordering": the direction is inferred.
    level: 'should',
    consequence: CONSEQUENCES[field],
    async check({ api, instance, expect }) {
      const asked = await requestedOrders({ api, instance });
      const telling = asked.filter((each) => each.field === field && isTelling(each));
      for (const { answer } of telling) api.note(answer);
      const missing = `no list has enough items to show an order by ${field}`;
      expect.each(telling, missing, (each) => expect.none(about(each, 'order')));
    },
  });
}

/**
 * Whether an order by `id`, `name` or `date` proves anything: not if items are in that order anyway, or by their
 * ids.
 */
function isTelling(each: Ordered): boolean {
  const { answer, field, isUnasked } = each;
  if (answer.status !== 200 || !isNamed(field)) return false;
  if (about(each, 'order').length > 0) return true;
  const isById = ['id', '-id'].some((order) => isSorted(rowsOf(answer), order) === undefined);
  return !isUnasked && (field === 'id' || !isById);
}

/**
 * Whether every list returns the same as without an order, if at least two fields would show a
 * difference.
 */
function areIgnored(asked: readonly Ordered[]): boolean {
  const fields = new Set(asked.filter(isTelling).map(({ field }) => field));
  const answered = asked.filter(({ answer }) => answer.status === 200);
  return fields.size > 1 && answered.every(({ isUnasked }) => isUnasked);
}

function about({ listMismatches }: Ordered, kind: MismatchKind): ListMismatch[] {
  return listMismatches.filter((each) => each.kind === kind);
}

/** Duplicate items or, if all items are known, missing ones. */
function losses(each: Ordered): ListMismatch[] {
  return [...about(each, 'rows'), ...(each.known.whole ? about(each, 'missing') : [])];
}

function isRefused({ answer }: Ordered): boolean {
  return answer.status >= 400 && answer.status < 500;
}

/** The effect of an order, in words. */
function effectOf(each: Ordered): string {
  const { answer, isUnasked } = each;
  if (isRefused(each)) return `refused (${answer.status})`;
  if (answer.status !== 200) return `status ${answer.status}`;
  if (about(each, 'order').length > 0) return 'not in order';
  return isUnasked ? 'no effect' : 'changes the order';
}

/** The number of pages to read, and that of a longer list, which only shows whether items occur twice. */
const [MOST_PAGES, OF_MORE] = [4, 2];

/**
 * Reads pages of a list in an order in which many items are equal, and without it. Reports an item
 * that occurs twice or, if the list is short enough to be read completely, on no page.
 */
async function missingInPages(known: KnownItems, order: string): Promise<ListMismatch[]> {
  const [ordered, plain] = [await walked(known, { order }), await walked(known)];
  // Duplicate or missing items without an order have requirements of their own.
  if (repeated(plain.rows).length > 0) return [];
  const shown = new Set(ordered.rows.map(idOf));
  const absent = plain.rows.filter((row) => !shown.has(idOf(row)));
  const isLess = ordered.isWhole && plain.isWhole && shown.size < plain.rows.length;
  const about = (kind: ListMismatch['kind'], is: string) => (row: Seen) => ({
    kind,
    message: `${known.path}?order=${order}: the item with id ${idOf(row)} ${is}`,
    expected: 'each item of the list without `order`, once',
    received: `${ordered.rows.length} items on pages of ${LARGEST_PAGE}`,
    ...row.at,
  });
  return [
    ...repeated(ordered.rows).map(about('rows', 'occurs twice')),
    ...(isLess ? absent.map(about('missing', 'is on no page')) : []),
  ];
}

/** The items of the second page of the events by date that are on the first as well: many have one date. */
async function shownAgain(asked: readonly Ordered[]): Promise<ListMismatch[]> {
  const first = asked.find(({ known, field }) => known.list.name === 'events' && field === 'date');
  if (first === undefined || !hasNext(first.answer)) return [];
  const { known, order } = first;
  const rows = await readable(async () =>
    rowsOf(await ask(known, { ...PLAIN, size: sizeFor(known), order, page: 2 })),
  );
  return repeated([...rowsOf(first.answer), ...rows]).map((row) => ({
    kind: 'rows' as const,
    message: `${known.path}?order=${order}: the item with id ${idOf(row)} occurs twice`,
    expected: 'each item of the list without `order`, once',
    received: 'it is on the first page and on the second',
    ...row.at,
  }));
}

/** The items of the first pages of a list, and whether these are all. */
async function walked(known: KnownItems, by: { order?: string } = {}) {
  const rows: Seen[] = [];
  let most = MOST_PAGES;
  for (let page = 1; page <= most; page += 1) {
    // The first page is requested without a number, so that the response is cached already.
    const answer = await ask(known, {
      ...PLAIN,
      ...by,
      size: LARGEST_PAGE,
      page: page > 1 ? page : undefined,
    });
    rows.push(...rowsOf(answer));
    if (!hasNext(answer)) return { rows, isWhole: answer.status === 200 };
    if (Number(lastPageOf(answer)) > MOST_PAGES) most = OF_MORE;
  }
  return { rows, isWhole: false };
}
