import { unexpected } from '../../harness/expect.js';
import { type Group, inSection, type Requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import type { OrderField } from '../../specification/lists.js';
import { idOf } from '../support/first-rows.js';
import { repeated, rowsOf } from '../support/known-rows.js';
import {
  descendingOrders,
  isNamed,
  isRefused,
  type Ordered,
  type OrderedPages,
  orderedPages,
  refusedOrders,
  requestedOrders,
} from '../support/lists/ordered.js';
import { isSorted } from '../support/lists/ordering.js';
import type { ListMismatch, MismatchKind } from '../support/lists/prediction.js';

const listParameter = inSection('Common list query parameters');
const CONSEQUENCES: Record<OrderField, string> = {
  id: 'A client that requests the lowest id first gets another one.',
  name: 'A client that sorts a list by name displays it unsorted.',
  date: 'A client that requests the oldest items first gets others.',
};
const UNREAD = 'no list can be read';

/** Order: by the named field; a leading `-` is in no sentence and observed (B-40). */
export const order: Group = {
  name: 'order',
  requirements: [
    listParameter({
      id: 'order.accepted',
      says: 'All lists accept `order`, a field used for ordering: no field of a list item is a server error, and not every one is refused',
      consequence: 'A client that sorts a list by a column gets an error.',
      async check(context) {
        context.expect.each(await requestedOrders(context), UNREAD, (each) => {
          if (!isRefused(each)) context.expect.none(about(each, 'status'), 1);
        });
        context.expect.none((await refusedOrders(context)).flatMap(allRefused), 1);
      },
    }),
    listParameter({
      id: 'order.heeded',
      says: '`order` is a field used for ordering: not every list ignores it',
      consequence: 'A client cannot sort any list.',
      async check(context) {
        const asked = await requestedOrders(context);
        const telling = asked.filter(isTelling);
        const isIgnored = areIgnored(asked) && !(await descendingOrders(context)).some(hasEffect);
        context.expect.each(telling, 'no list has enough items to show an order', (each) => {
          if (isIgnored) context.expect.none(about(each, 'order'), 1);
        });
      },
    }),
    orderedBy('id', '`order=id` sorts a list by id'),
    orderedBy('name', '`order=name` sorts a list by name'),
    orderedBy('date', '`order=date` sorts a list by time'),
    listParameter({
      id: 'order.others',
      says: 'The other fields that lists can be ordered by, and the effect of a leading `-` (not specified)',
      level: 'observe',
      consequence:
        'A client that sorts by these fields, or in reverse, relies on unspecified behaviour.',
      async check(context) {
        const asked = await requestedOrders(context);
        if (asked.length === 0) inconclusive(UNREAD);
        const others = asked.filter((each) => !isNamed(each.field) || isRefused(each));
        const seen = [...others, ...(await descendingOrders(context))].map((each) => [
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
        const lost = [
          ...asked.flatMap(losses),
          ...(await orderedPages(context)).flatMap(twiceOnPages),
        ];
        context.expect.none(lost, asked.length);
      },
    }),
  ],
};

function orderedBy(field: OrderField, says: string): Requirement {
  return listParameter({
    id: `order.${field}`,
    says,
    // "field used for ordering": that the order ascends is inferred.
    level: 'should',
    consequence: CONSEQUENCES[field],
    async check({ api, instance, expect }) {
      const asked = await requestedOrders({ api, instance });
      const telling = asked.filter((each) => each.field === field && isEvidence(each));
      for (const { answer } of telling) api.note(answer);
      const missing = `no list has enough items to show an order by ${field}`;
      expect.each(telling, missing, (each) => expect.none(about(each, 'order'), 1));
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

/** Whether an order shows that a list is sorted; also an order by id that a list has anyway. */
function isEvidence(each: Ordered): boolean {
  const isById = each.field === 'id' && each.answer.status === 200;
  return isTelling(each) || (isById && rowsOf(each.answer).length > 1);
}

/** Whether an order changes which items are returned first. */
function hasEffect({ answer, isUnasked }: Ordered): boolean {
  return answer.status === 200 && !isUnasked;
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

/** The mismatch of a list that refuses every order. */
function allRefused(refused: readonly Ordered[]): Mismatch[] {
  const fields = refused.map(({ field }) => field).join(', ');
  const expected = 'an order by a field of its items';
  return refused
    .slice(0, 1)
    .map(({ answer }) => unexpected(answer, expected, `${answer.status}, as by each of ${fields}`));
}

/** The effect of an order, in words. */
function effectOf(each: Ordered): string {
  const { answer, isUnasked } = each;
  if (isRefused(each)) return `refused (${answer.status})`;
  if (answer.status !== 200) return `status ${answer.status}`;
  if (about(each, 'order').length > 0) return 'not in order';
  return isUnasked ? 'no effect' : 'changes the order';
}

/**
 * Items that are on two pages of an ordered list. How equal items follow each other is open, but not that they change
 * places.
 */
function twiceOnPages({ known, order, pages }: OrderedPages): ListMismatch[] {
  return repeated(pages.flatMap(({ answer }) => rowsOf(answer))).map((row) => ({
    kind: 'rows' as const,
    message: `${known.path}?order=${order}: the item with id ${idOf(row)} occurs twice`,
    expected: 'each item of the list without `order`, once',
    received: `it is on the first page of ${pages[0]?.query.size} items and on the second`,
    ...row.at,
  }));
}
