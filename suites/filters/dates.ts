import type { Where } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import type { Seen } from '../../harness/place.js';
import { requirement } from '../../harness/requirement.js';
import { FILTERED_LISTS } from '../../specification/filter-forms.js';
import { ALL } from '../../specification/versions.js';
import { timeOf } from '../conventions/timestamp.js';
import { rowsOf } from '../lists/list.js';
import { departures } from '../lists/prediction.js';
import { inTurn } from '../lists/rotation.js';
import { ownValue, selectedBy } from '../lists/selection.js';
import { type Alone, askedOtherwise, everyAlone, expectHeld } from './alone.js';

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
      const asked = await byTime(context);
      context.expect.each(asked.slice(0, 1), 'no list has two times', ({ refusedZulu }) => {
        if (refusedZulu !== undefined) context.expect.status(refusedZulu, 200);
      });
    },
  }),
  requirement({
    id: 'filter.dates.time',
    says: '`since` and `before` go by the time that they are given, whichever list they are a filter of',
    spec: 'Endpoint table',
    level: 'must',
    versions: ALL,
    consequence: 'A client that asks for the last hour gets something else from every list.',
    async check(context) {
      const all = await byTime(context);
      const several = await severalWrong(context);
      await expectHeld(context, all, (_, alone) => several.includes(alone));
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
      const all = await byTime(context);
      const pairs = FILTERED_LISTS.flatMap((list) => {
        const own = all.filter((each) => each.given.filter.list === list);
        const isShown = own.map(showsBound);
        const isTold = own[0]?.given.value === own[1]?.given.value && !isShown.includes(undefined);
        return isTold ? own.slice(1).map(({ answer }) => ({ answer, isShown })) : [];
      });
      const missing = 'no list has an object of the very second that could be asked for';
      context.expect.each(pairs, missing, ({ answer, isShown: [one, other] }) => {
        if (one !== other) return;
        const expected = 'one of the two filters to show an object of that very time';
        const received = one ? 'both do' : 'neither does';
        const message = `${named(answer)}: expected ${expected}, ${received}`;
        context.expect.fail({ message, expected, received, exchange: answer.exchange });
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
      const name = inTurn(['before', 'since'], context);
      const own = (await byTime(context))
        .filter(({ holds, given }) => holds && given.filter.name === name)
        .map(({ given }) => given.filter);
      const turn = own.filter((each) => each === inTurn(own, context));
      const asked = await askedOtherwise(turn, context, ({ given }) => [
        { ...given, value: elsewhere(given.value) },
      ]);
      // Only UTC is shown, and what is not known may be refused or select nothing (B-32).
      const isTaken = asked.some(({ answer }) => answer.status >= 500 || rowsOf(answer).length > 0);
      if (asked.length > 0 && !isTaken) context.accept('does not take times of another zone');
      await expectHeld(context, asked, () => isTaken);
    },
  }),
];

/** Time filters that depart, if several do: that is one defect, which has a row of its own. */
export async function severalWrong(where: Where): Promise<Alone[]> {
  const wrong = (await byTime(where)).filter(({ holds }) => !holds);
  return wrong.length > 1 ? wrong : [];
}

async function byTime(where: Where): Promise<Alone[]> {
  return (await everyAlone(where)).filter(({ given }) => given.filter.value === 'time');
}

/** Whether a filter that holds shows the rows of the very time that was asked for; undefined where its page shows no sign. */
function showsBound({ known, given, query, answer, holds }: Alone): boolean | undefined {
  const bound = timeOf(given.value);
  const departsIf = (isShown: boolean) => {
    const selects = (row: Seen) =>
      timeOf(ownValue(given.filter, row)) === bound ? isShown : selectedBy(given, row);
    const assumed = { ...query, given: [], term: { word: given.value, selects } };
    return departures(assumed, known, answer).length > 0;
  };
  const isShown = departsIf(false);
  return holds && isShown !== departsIf(true) ? isShown : undefined;
}

/** The same moment as the clocks five hours east of Greenwich show it. */
function elsewhere(time: string): string {
  const there = new Date((timeOf(time) ?? 0) + 5 * 3_600_000).toISOString();
  return `${there.slice(0, '2026-01-01T00:00:00'.length)}+05:00`;
}
