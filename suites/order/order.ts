import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { listNamed, type OrderField } from '../../specification/lists.js';
import { ALL } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { knownOf } from '../lists/list.js';
import type { Departure, Matter } from '../lists/prediction.js';
import { isMiddle } from '../lists/rotation.js';
import { confirmed } from '../lists/unchanged.js';
import { isNamed, type Ordered, ordersAsked } from './orders-asked.js';
import { lostInPages } from './walked.js';

const SPEC = 'Common list query parameters';
const NEWEST_FIRST = 'A client that asks for the newest first shows the oldest.';
const BY_NAME = 'A client that shows a list by name shows it in disorder.';
const UNREAD = 'no list can be read';

/** Many patches are of the same person: equal rows must not change places between pages. */
const MANY_EQUAL = { list: listNamed('patches'), order: 'submitter' };

/** Order: by the field that is named, and the other way round with `-` before it (B-40). */
export const order: Chapter = {
  name: 'order',
  requirements: [
    requirement({
      id: 'order.accepted',
      says: '`order` is a field used for ordering: each field that a list shows may be given',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A client that sorts a list by one of its columns gets an error.',
      async check(context) {
        context.expect.each(await ordersAsked(context), UNREAD, (each) => {
          if (!isRefused(each)) context.expect.none(about(each, 'status'));
        });
      },
    }),
    requirement({
      id: 'order.heeded',
      says: '`order` is a field used for ordering: not every list ignores it',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A client cannot sort any list.',
      async check(context) {
        const asked = await ordersAsked(context);
        const telling = asked.filter(isTelling);
        context.expect.each(telling, 'no list has rows enough to show an order', (each) => {
          if (areIgnored(asked)) context.expect.none(about(each, 'order'));
        });
      },
    }),
    orderedBy('id', '`order=-id` puts a list in the order of falling ids'),
    orderedBy('name', '`order=name` puts a list in the order of names'),
    orderedBy('date', '`order=date` puts a list in the order of time, `-date` reverses it'),
    requirement({
      id: 'order.others',
      says: 'Which other fields lists can be ordered by is not said: those that they are ordered by',
      spec: SPEC,
      level: 'observe',
      versions: ALL,
      consequence: 'A client that sorts by these relies on it by experience only.',
      async check(context) {
        const asked = await ordersAsked(context);
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
      says: '`order` changes the order of a list, and not which rows it has',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that sorts a list loses rows of it.',
      async check(context) {
        const { expect } = context;
        const asked = await ordersAsked(context);
        const lost = asked.map((each) => confirmed(each.known, losses(each)));
        expect.each(await Promise.all(lost), UNREAD, (found) => expect.none(found));
        if (!isMiddle(context)) return;
        const { list, order: tied } = MANY_EQUAL;
        for (const known of await readable(async () => [await knownOf(list, context)])) {
          expect.none(await confirmed(known, await lostInPages(known, tied)));
        }
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
    async check({ api, instance, expect }) {
      const asked = await ordersAsked({ api, instance });
      if (areIgnored(asked)) inconclusive('every list ignores `order` (see order.heeded)');
      const telling = asked.filter((each) => each.field === field && isTelling(each));
      for (const { answer } of telling) api.note(answer);
      const missing = `no list has rows enough to show an order by ${field}`;
      expect.each(telling, missing, (each) => expect.none(about(each, 'order')));
    },
  });
}

/** Whether an order by `id`, `name` or `date` shows anything: rows that stand so anyway do not. */
function isTelling(each: Ordered): boolean {
  const isRight = about(each, 'order').length === 0;
  return each.answer.status === 200 && isNamed(each.field) && !(isRight && each.isUnasked);
}

/** Whether every list shows what it shows without an order, where two fields at least would tell. */
function areIgnored(asked: readonly Ordered[]): boolean {
  const fields = new Set(asked.filter(isTelling).map(({ field }) => field));
  const answered = asked.filter(({ answer }) => answer.status === 200);
  return fields.size > 1 && answered.every(({ isUnasked }) => isUnasked);
}

function about({ departures }: Ordered, matter: Matter): Departure[] {
  return departures.filter((each) => each.matter === matter);
}

/** What shows that rows come twice or, where all of them are known, were lost. */
function losses(each: Ordered): Departure[] {
  return [...about(each, 'rows'), ...(each.known.whole ? about(each, 'missing') : [])];
}

function isRefused({ answer }: Ordered): boolean {
  return answer.status >= 400 && answer.status < 500;
}

/** What became of an order. */
function effectOf(each: Ordered): string {
  const { answer, isUnasked } = each;
  if (isRefused(each)) return `refused (${answer.status})`;
  if (answer.status !== 200) return `answered ${answer.status}`;
  if (about(each, 'order').length > 0) return 'not in order';
  return isUnasked ? 'as without it' : 'changes the order';
}
