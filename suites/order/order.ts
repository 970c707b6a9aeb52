import type { Where } from '../../harness/check-context.js';
import { at } from '../../harness/place.js';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { listNamed, type OrderField } from '../../specification/lists.js';
import { ALL } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { knownOf, rowsOf } from '../lists/list.js';
import { isPaged } from '../lists/paged.js';
import { type Departure, departures, type Matter } from '../lists/prediction.js';
import { PLAIN } from '../lists/query.js';
import { confirmed } from '../lists/unchanged.js';
import { isNamed, type Ordered, ordersAsked } from './orders-asked.js';
import { lostInPages } from './walked.js';

const SPEC = 'Common list query parameters';
const NEWEST_FIRST = 'A client that asks for the newest first shows the oldest.';
const BY_NAME = 'A client that shows a list by name shows it in disorder.';

/** Many patches are of the same person: equal rows must not change places between pages. */
const MANY_EQUAL = { list: listNamed('patches'), order: 'submitter' };

/** What shows that rows were lost or came twice. */
const LOSSES: readonly Matter[] = ['rows', 'missing', 'count'];

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
        const asked = await everyOrder(context);
        const failed = asked.filter(({ answer }) => answer.status < 400 || answer.status > 499);
        context.expect.none(failed.flatMap((each) => about(each, 'status')));
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
        const asked = await everyOrder(context);
        const telling = asked.filter(isTelling);
        if (telling.length === 0) inconclusive('no list has rows enough to show an order');
        if (areIgnored(asked)) {
          context.expect.none(telling.flatMap((each) => about(each, 'order')));
        }
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
        const asked = (await everyOrder(context)).filter(
          (each) => !isNamed(each.field) || isRefused(each),
        );
        context.observe(
          Object.fromEntries(
            asked.map((each) => [`${each.known.list.name} by ${each.order}`, effectOf(each)]),
          ),
        );
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
        const { api, instance, expect } = context;
        for (const each of await everyOrder(context)) {
          expect.none(await confirmed(each.known, await incomplete(each)));
        }
        if (api.version !== instance.examined[0]) return;
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
    async check(context) {
      const asked = await everyOrder(context);
      if (areIgnored(asked)) inconclusive('every list ignores `order` (see order.heeded)');
      const telling = asked.filter((each) => each.field === field && isTelling(each));
      for (const { answer } of telling) context.api.note(answer);
      context.expect.none(telling.flatMap((each) => about(each, 'order')));
      if (telling.length === 0) {
        inconclusive(`no list has rows enough to show an order by ${field}`);
      }
    },
  });
}

/** Everything that was asked for in an order in this version; inconclusive if there is nothing. */
async function everyOrder(where: Where): Promise<Ordered[]> {
  const asked = await ordersAsked(where);
  if (asked.length === 0) inconclusive('no list can be read');
  return asked;
}

/** Whether an order by `id`, `name` or `date` shows anything. */
function isTelling(each: Ordered): boolean {
  return each.answer.status === 200 && each.tells && isNamed(each.field);
}

/** Whether every list shows what it shows without an order, where two fields at least would tell. */
function areIgnored(asked: readonly Ordered[]): boolean {
  const fields = new Set(asked.filter(isTelling).map(({ field }) => field));
  const answered = asked.filter(({ answer }) => answer.status === 200);
  return fields.size > 1 && answered.every(({ isUnasked }) => isUnasked);
}

function about({ departures: all }: Ordered, matter: Matter): Departure[] {
  return all.filter((each) => each.matter === matter);
}

/**
 * What shows that rows were lost or came twice. By which rule other fields are put in an order is not
 * said, so that only a page that shows all rows tells which are missing.
 */
async function incomplete(each: Ordered): Promise<Departure[]> {
  const { field, known, answer } = each;
  // What a longer page does not show may stand on the next one, if the rows are in another order.
  const isShort = isNamed(field) ? known.whole : known.front.length < PLAIN.size;
  const said = isNamed(field) ? each.departures : departures(PLAIN, known, answer);
  const lost = said.filter(
    ({ matter }) => LOSSES.includes(matter) && (isShort || matter !== 'missing'),
  );
  // How many pages there are tells of lost rows only if it is right without an order.
  const isCounted = lost.every(({ matter }) => matter !== 'count') || (await isPaged(known));
  return isCounted ? lost : lost.filter(({ matter }) => matter !== 'count');
}

function isRefused({ answer }: Ordered): boolean {
  return answer.status >= 400 && answer.status < 500;
}

/** What became of an order. */
function effectOf(each: Ordered): string {
  const { answer, field, tells } = each;
  if (isRefused(each)) return `refused (${answer.status})`;
  if (answer.status !== 200) return `answered ${answer.status}`;
  const values = rowsOf(answer).map((row) => at(row, field).value);
  if (values.some((value) => typeof value === 'object' && value !== null)) return 'taken';
  if (about(each, 'order').length > 0) return 'not in order';
  return tells ? 'in order' : 'taken';
}
