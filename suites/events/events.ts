import { at, isObject, type Seen } from '../../harness/place.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { sameValue } from '../../harness/same-value.js';
import { EVENT_PAYLOADS } from '../../specification/resources/event.js';
import { answersList } from '../support/endpoints.js';
import { firstRows } from '../support/first-rows.js';
import { formsOfPart, formsOfResource } from '../support/objects/forms-of-resource.js';
import type { ReturnedObject } from '../support/objects/returned-object.js';
import { samplesOf } from '../support/objects/samples.js';
import { timeOf } from '../support/timestamp.js';

/** The categories whose payload has a previous and a current value, and the names of these. */
const CHANGES: Readonly<Record<string, readonly [before: string, now: string]>> = {
  'patch-state-changed': ['previous_state', 'current_state'],
  'patch-delegated': ['previous_delegate', 'current_delegate'],
};

/** A change of a patch, with the previous and the current value. */
interface Change {
  /** The patch and the category, and the response: there may be events between two pages. */
  of: string;
  time: number;
  before: Seen;
  now: Seen;
}

/** The events of a patch are consistent with each other. */
const eventChanges: Requirement = requirement({
  id: 'event.changes',
  says: 'A change event has two different values, and its previous value is the current value of the preceding change',
  spec: 'Events',
  level: 'should',
  consequence:
    'A client that follows the events of a patch takes an old value for the current one.',
  async check(context) {
    const { objects } = await samplesOf(context);
    const changes = objects.flatMap(changeOf).sort((a, b) => a.time - b.time);
    const missing = 'no event with a well-formed payload reports a change of state or delegate';
    context.expect.each(changes, missing, (change) => {
      const { before, now } = change;
      const what = 'previous value of a change';
      const moved = !sameValue(essence(before), essence(now));
      context.expect.that(moved, before, what, 'a value other than the current one');
      const last = precedingOf(change, changes).map((each) => essence(each.now));
      if (last.length === 0) return;
      const follows = last.some((each) => sameValue(essence(before), each));
      const expected = `the current value of the preceding change: ${last.map((each) => JSON.stringify(each)).join(' or ')}`;
      context.expect.that(follows, before, what, expected);
    });
  },
});

/**
 * The candidates for the preceding change: the last earlier ones, and those at the same time, because the
 * order of events with the same time is undefined. Empty if no earlier one is known.
 */
function precedingOf(change: Change, all: readonly Change[]): Change[] {
  const own = all.filter((each) => each.of === change.of && each !== change);
  const last = own.findLast(({ time }) => time < change.time)?.time;
  return last === undefined ? [] : own.filter(({ time }) => time === last || time === change.time);
}

/** Empty for another object, or if a type is wrong or a key is missing. */
function changeOf(event: ReturnedObject): Change[] {
  const names = CHANGES[String(event.value.category)];
  if (event.table.name !== 'event.list' || names === undefined) return [];
  const [before, now] = names.map((name) => at(event, 'payload', name));
  const patch = at(event, 'payload', 'patch', 'id').value;
  const time = timeOf(event.value.date);
  const of = `${event.value.category} ${patch} ${event.at.exchange}`;
  if (!Number.isInteger(patch) || !isSound(before) || !isSound(now)) return [];
  return time === undefined ? [] : [{ of, time, before, now }];
}

function isSound(side: Seen | undefined): side is Seen {
  return side !== undefined && essence(side) !== undefined;
}

/** The name of a state, the id of a delegate, or null; undefined for any other value. */
function essence({ value }: Seen): string | number | null | undefined {
  if (typeof value === 'string' || value === null) return value;
  const id = isObject(value) ? value.id : undefined;
  return typeof id === 'number' ? id : undefined;
}

const SPEC = 'Events';

/** Events and their payloads. Unknown categories never fail (docs/verdicts.md B-7). */
export const events: Group = {
  name: 'events',
  requirements: [
    answersList({
      id: 'event.list',
      path: 'events/',
      consequence: 'A client that follows events gets none.',
    }),
    ...formsOfResource({
      id: 'event',
      one: 'an event',
      spec: 'Event',
    }),
    ...[...EVENT_PAYLOADS.keys()].flatMap((category) =>
      formsOfPart({
        id: `event.payload.${category}`,
        table: `event.payload.${category}`,
        one: `the payload of ${category}`,
        spec: SPEC,
        consequence: `A client that handles ${category} events cannot tell which object changed.`,
      }),
    ),
    eventChanges,
    requirement({
      id: 'event.categories',
      says: 'The categories of events (the complete list is not specified)',
      spec: SPEC,
      level: 'observe',
      consequence: 'A client must expect unknown categories.',
      async check({ api, observe }) {
        const events = await firstRows(api, 'events/');
        observe([...new Set(events.map((event) => at(event, 'category').value))].sort());
      },
    }),
  ],
};
