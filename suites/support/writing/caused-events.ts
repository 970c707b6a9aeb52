import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, header } from '../../../harness/client/answer.js';
import { at, type Seen, valueAt } from '../../../harness/place.js';
import { canonical } from '../../../harness/same-value.js';
import { timeOf } from '../timestamp.js';
import { itemsOf, type List, readLists } from './lists.js';
import { sameState } from './same-state.js';

const FIVE_MINUTES = 5 * 60 * 1000;

/** A write, and what an event that it caused must say. */
export interface Caused {
  answer: Answer;
  /** The values in the payload. */
  payload: readonly PayloadValue[];
}

/** A value in the payload of an event; `as` gives it in a form that can be compared. */
export interface PayloadValue {
  path: readonly string[];
  due: unknown;
  as?(value: unknown): unknown;
}

/** Whether an event has these values in its payload. */
export function hasValues(event: Seen, payload: readonly PayloadValue[]): boolean {
  return payload.every(({ path, due, as = (value) => value }) =>
    sameState(as(valueAt(event, 'payload', ...path)), as(due)),
  );
}

/**
 * The events of a list that are about what was written, and were not there before. An event may be recorded some time
 * after its write: they are waited for until `isCaused` holds for one, where the instance emits such events at all.
 */
export async function newEvents(
  context: CheckContext,
  list: List,
  {
    before,
    isAbout,
    isCaused,
  }: Record<'isAbout' | 'isCaused', (event: Seen) => boolean> & {
    before: Answer | undefined;
  },
): Promise<Seen[]> {
  const known = itemsOf(before).map((event) => valueAt(event, 'id'));
  const look = async () => {
    const [after] = await readLists(context, [list]);
    return itemsOf(after).filter(
      (event) => !known.includes(valueAt(event, 'id')) && isAbout(event),
    );
  };
  return context.write.awaited(`events ${list.query?.category}`, look, (found) =>
    found.some(isCaused),
  );
}

/** Expects that an event that a write caused tells what happened (docs/verdicts.md B-47). */
export function expectCaused(
  context: CheckContext,
  event: Seen,
  { answer, payload }: Caused,
): void {
  const { expect } = context;
  const project = at(event, 'project', 'id');
  const values: [place: Seen, what: string, value: unknown, due: unknown][] = [
    [project, 'project.id', project.value, context.write.project().id],
    ...payload.map(({ path, due, as = (value) => value }) => {
      const place = at(event, 'payload', ...path);
      const what = `payload.${path.join('.')}`;
      return [place, what, as(place.value), as(due)] as [Seen, string, unknown, unknown];
    }),
  ];
  const judgements = values.map(
    ([place, what, value, due]) =>
      () =>
        expect.that(sameState(value, due), place, `\`${what}\``, canonical(due)),
  );
  expect.all([...judgements, () => expectNow(context, at(event, 'date'), answer)], (judge) =>
    judge(),
  );
}

/** Expects that the actor of an event is one of these users; which one is not specified (docs/verdicts.md B-47). */
export function expectActor(
  { expect }: CheckContext,
  event: Seen,
  users: readonly unknown[],
): void {
  const actor = at(event, 'actor', 'id');
  const expected = `user ${[...new Set(users)].join(' or ')}, who wrote`;
  expect.that(users.includes(actor.value), actor, '`actor.id`', expected);
}

/** Accepts that a write caused no event: "operations that emit each event: not shown" (docs/verdicts.md B-47). */
export function acceptNone({ accept, expect }: CheckContext, list: Answer | undefined): void {
  if (list !== undefined) expect.status(list, 200);
  accept('no event is emitted');
}

/**
 * Expects a date within five minutes of the response to a write, by its `Date` header or the local
 * clock; a value that is no timestamp has a requirement of its own.
 */
export function expectNow({ expect }: CheckContext, date: Seen, answer: Answer): void {
  const dated = timeOf(date.value);
  if (dated === undefined) return;
  const answered = Date.parse(header(answer, 'date') ?? '');
  const clocks = [Date.now(), ...(Number.isNaN(answered) ? [] : [answered])];
  const [local, own] = clocks.map((now) => new Date(now).toISOString());
  const isNow = clocks.some((now) => Math.abs(dated - now) <= FIVE_MINUTES);
  const said = own === undefined ? 'the answer has no `Date`' : `\`Date\` of the answer ${own}`;
  expect.that(isNow, date, '`date`', `within 5 minutes of now (local clock ${local}, ${said})`);
}
