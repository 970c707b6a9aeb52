import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, header } from '../../../harness/client/answer.js';
import { at, type Seen, valueAt } from '../../../harness/place.js';
import { canonical, sameValue } from '../../../harness/same-value.js';
import { timeOf } from '../timestamp.js';
import { itemsOf } from './lists.js';

const FIVE_MINUTES = 5 * 60 * 1000;

/** A write, the events before and after it, and what an event that it caused must say. */
export interface Caused {
  answer: Answer;
  before: Answer | undefined;
  after: Answer | undefined;
  /** Whether an event is about what was written. */
  isAbout(event: Seen): boolean;
  /** The values in its payload. */
  payload: readonly PayloadValue[];
  /** The id of the caller. */
  by: number;
}

/** A value in the payload of an event; `as` gives it in a form that can be compared. */
export interface PayloadValue {
  path: readonly string[];
  due: unknown;
  as?(value: unknown): unknown;
}

/**
 * Expects that a write caused one event that tells what happened, or none: "operations that emit each
 * event: not shown" (docs/verdicts.md B-47).
 */
export function expectCaused(context: CheckContext, caused: Caused): void {
  const { expect } = context;
  const known = itemsOf(caused.before).map((event) => valueAt(event, 'id'));
  const own = itemsOf(caused.after).filter(
    (event) => !known.includes(valueAt(event, 'id')) && caused.isAbout(event),
  );
  const [event] = own;
  if (event === undefined) {
    context.accept('no event is emitted');
    return;
  }
  const ids: Seen = { value: own.map((each) => valueAt(each, 'id')), at: event.at };
  expect.that(own.length === 1, ids, 'ids of the events of this write', 'one event');
  const project = at(event, 'project', 'id');
  const values: [place: Seen, what: string, value: unknown, due: unknown][] = [
    [project, 'project.id', project.value, context.write.project().id],
    [at(event, 'actor', 'id'), 'actor.id', valueAt(event, 'actor', 'id'), caused.by],
    ...caused.payload.map(({ path, due, as = (value) => value }) => {
      const place = at(event, 'payload', ...path);
      const what = `payload.${path.join('.')}`;
      return [place, what, as(place.value), as(due)] as [Seen, string, unknown, unknown];
    }),
  ];
  const judgements = values.map(
    ([place, what, value, due]) =>
      () =>
        expect.that(sameValue(value, due), place, `\`${what}\``, canonical(due)),
  );
  expect.all([...judgements, () => expectNow(context, at(event, 'date'), caused.answer)], (judge) =>
    judge(),
  );
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
