import type { Where } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import { requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { FILTER_FORMS, FILTERED_LISTS } from '../../specification/filter-forms.js';
import { ALL } from '../../specification/versions.js';
import { timeOf } from '../conventions/timestamp.js';
import { idOf, rowsOf } from '../lists/list.js';
import { departures } from '../lists/prediction.js';
import { ask } from '../lists/query.js';
import { rotated } from '../lists/rotation.js';
import { selectedBy } from '../lists/selection.js';
import { confirmed } from '../lists/unchanged.js';
import { type Alone, everyAlone, isByDay, isOfRows, queryFor } from './alone.js';

/** Of each list one of the two, `since` of every other one. */
const TIMES = FILTERED_LISTS.flatMap((list, index) => {
  const own = FILTER_FORMS.filter((form) => form.list === list && form.value === 'time');
  return own.slice(index % 2, (index % 2) + 1);
});

/** What `since` and `before` have in common, whichever list they are a filter of. */
export const dateFilters = [
  requirement({
    id: 'filter.dates.zulu',
    says: '`since` and `before` take a time in the documented form, `YYYY-MM-DDTHH:MM:SSZ`',
    spec: 'Conventions',
    level: 'must',
    versions: ALL,
    consequence: 'A client that gives a time the way the specification writes it gets an error.',
    async check(context) {
      context.expect.each(await byTime(context), NOT_ASKED, ({ refusedZulu }) => {
        if (refusedZulu !== undefined) context.expect.status(refusedZulu, 200);
      });
    },
  }),
  requirement({
    id: 'filter.dates.time',
    says: '`since` and `before` go by the time that they are given, and not by its day',
    spec: 'Endpoint table',
    level: 'must',
    versions: ALL,
    consequence: 'A client that asks for the last hour gets all since midnight, or nothing.',
    async check(context) {
      const asked = await byTime(context);
      const said = await Promise.all(asked.map((each) => isByDay(each, context)));
      context.expect.each(asked, NOT_ASKED, ({ answer }, index) => {
        if (!said[index]) return;
        const message = `${named(answer)}: shows what the day of that time would select`;
        const expected = 'rows on one side of that time only';
        const received = rowsOf(answer).map((row) => at(row, 'date').value);
        context.expect.fail({ message, expected, received, exchange: answer.exchange });
      });
    },
  }),
  requirement({
    id: 'filter.dates.partition',
    says: '`since` and `before` the same time have no object in common and leave none out',
    spec: 'Endpoint table',
    level: 'should',
    versions: ALL,
    consequence: 'A client that reads in portions of time misses objects or sees them twice.',
    async check(context) {
      const asked = (await byTime(context)).filter(({ holds }) => holds);
      const bounds = asked
        .filter(({ given }) => given.filter.name === 'since')
        .flatMap((since) => boundOf(since, asked));
      const missing = 'no list has an object of the very second that could be asked for';
      context.expect.each(bounds, missing, ({ row, isSince, isBefore }) => {
        const what = `an object of the very time is ${isSince ? 'in' : 'not in'} \`since\``;
        const expected = `it ${isSince ? 'not ' : ''}to be in \`before\``;
        context.expect.that(isSince !== isBefore, at(row, 'date'), what, expected);
      });
    },
  }),
  requirement({
    id: 'filter.dates.zone',
    says: '`since` and `before` take a time of another zone for the moment that it is: UTC is the default only',
    spec: 'Conventions',
    level: 'should',
    versions: ALL,
    consequence: 'A client that gives the time of its own zone is shown the wrong hours.',
    async check(context) {
      const turn = rotated(TIMES, context, ({ versions }) => versions);
      const holding = (await byTime(context)).filter(({ holds }) => holds);
      const own = holding.filter(({ given }) => turn.includes(given.filter));
      // A version in which none has its turn asks the first that holds.
      const asked = own.length > 0 ? own : holding.slice(0, 1);
      if (asked.length === 0) return inconclusive(NOT_ASKED);
      for (const { known, given } of asked) {
        const query = queryFor([{ ...given, value: elsewhere(given.value) }], known);
        const answer = await ask(known, query);
        // Only UTC is shown, and what is not known may be refused or select nothing (B-32).
        const isRefused = answer.status >= 400 && answer.status < 500;
        if (isRefused || (answer.status === 200 && rowsOf(answer).length === 0)) {
          context.accept('does not take times of another zone');
        } else {
          const wrong = departures(query, known, answer).filter(isOfRows);
          context.expect.none(await confirmed(known, wrong));
        }
      }
    },
  }),
];

const NOT_ASKED = 'no list could be asked for what is older or newer than a time';

async function byTime(where: Where): Promise<Alone[]> {
  return (await everyAlone(where)).filter(({ given }) => given.filter.value === 'time');
}

/** The row of the very time that was asked for, and whether each of the two filters shows it. */
function boundOf(since: Alone, asked: readonly Alone[]) {
  const { known, given } = since;
  const before = asked.find(
    (each) => each.given.filter.name === 'before' && each.given.filter.list === given.filter.list,
  );
  const row = known.front.find((each) => timeOf(at(each, 'date').value) === timeOf(given.value));
  if (row === undefined || before?.given.value !== given.value) return [];
  const places = new Map(known.front.map((each, index) => [idOf(each), index]));
  const place = known.front.indexOf(row);
  const shows = ({ answer, given: own }: Alone) => {
    const rows = rowsOf(answer);
    const shown = new Set(rows.map(idOf));
    if (shown.has(idOf(row))) return true;
    // A page that is cut tells of the rows before its last one.
    const all = known.rows.filter((each) => selectedBy(own, each) === true);
    const passed = rows.map((each) => places.get(idOf(each)) ?? known.front.length);
    const isInOrder = passed.every((each, index) => each >= (passed[index - 1] ?? 0));
    const isPassed = isInOrder && (passed.at(-1) ?? 0) > place;
    return isPassed || all.every((each) => shown.has(idOf(each))) ? false : undefined;
  };
  const [isSince, isBefore] = [shows(since), shows(before)];
  return isSince === undefined || isBefore === undefined ? [] : [{ row, isSince, isBefore }];
}

/** The same moment as the clocks five hours east of Greenwich show it. */
function elsewhere(time: string): string {
  const there = new Date((timeOf(time) ?? 0) + 5 * 3_600_000).toISOString();
  return `${there.slice(0, '2026-01-01T00:00:00'.length)}+05:00`;
}
