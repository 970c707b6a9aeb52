import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { listNamed, type OrderField } from '../../specification/lists.js';
import { knownItems, rowsOf } from '../support/lists/list.js';
import { isNamed, type Ordered, requestedOrders } from '../support/lists/ordered.js';
import { isSorted } from '../support/lists/ordering.js';
import type { ListMismatch, MismatchKind } from '../support/lists/prediction.js';
import { readable } from '../support/readable.js';
import { missingInPages } from './missing-in-pages.js';

const SPEC = 'Common list query parameters';
const NEWEST_FIRST = 'A client that requests the newest items first gets the oldest.';
const BY_NAME = 'A client that sorts a list by name displays it unsorted.';
const UNREAD = 'no list can be read';

/** Many patches have the same submitter: equal items must not move between pages. */
const MANY_EQUAL = { list: listNamed('patches'), order: 'submitter' };

/** Order: by the named field, descending with `-` (B-40). */
export const order: Group = {
  name: 'order',
  requirements: [
    requirement({
      id: 'order.accepted',
      says: '`order` is a field used for ordering: the fields of a list item are accepted',
      spec: SPEC,
      consequence: 'A client that sorts a list by a column gets an error.',
      async check(context) {
        context.expect.each(await requestedOrders(context), UNREAD, (each) => {
          if (!isRefused(each)) context.expect.none(about(each, 'status'));
        });
      },
    }),
    requirement({
      id: 'order.heeded',
      says: '`order` is a field used for ordering: not every list ignores it',
      spec: SPEC,
      consequence: 'A client cannot sort any list.',
      async check(context) {
        const asked = await requestedOrders(context);
        const telling = asked.filter(isTelling);
        context.expect.each(telling, 'no list has enough items to show an order', (each) => {
          if (areIgnored(asked)) context.expect.none(about(each, 'order'));
        });
      },
    }),
    orderedBy('id', '`order=-id` sorts a list by descending id'),
    orderedBy('name', '`order=name` sorts a list by name'),
    orderedBy('date', '`order=date` sorts a list by time, `-date` in reverse'),
    requirement({
      id: 'order.others',
      says: 'Which other fields lists can be ordered by is not specified: the fields that work',
      spec: SPEC,
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
    requirement({
      id: 'order.complete',
      says: '`order` changes the order of a list, not its items',
      spec: SPEC,
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
        context.expect.none([...asked.flatMap(losses), ...lost]);
      },
    }),
  ],
};

function orderedBy(field: OrderField, says: string): Requirement {
  return requirement({
    id: `order.${field}`,
    says,
    spec: SPEC,
    // "field used for ordering": the direction is inferred.
    level: 'should',
    consequence: field === 'name' ? BY_NAME : NEWEST_FIRST,
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
