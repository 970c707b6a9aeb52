import { at, isObject, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { sameValue } from '../support/comparison.js';
import { samplesOf } from '../support/objects/samples.js';
import { timeOf } from '../support/timestamp.js';

/** The categories whose payload has a previous and a current value. */
const CHANGES = [
  { category: 'patch-state-changed', before: 'previous_state', now: 'current_state' },
  { category: 'patch-delegated', before: 'previous_delegate', now: 'current_delegate' },
] as const;

/** A change of a patch, with the previous and the current value. */
interface Change {
  patch: number;
  time: number;
  before: Seen;
  now: Seen;
}

/** The events of a patch are consistent with each other. */
export const eventChanges: Requirement = requirement({
  id: 'event.changes',
  says: 'A change event has two different values, and its previous value is the current value of the preceding change',
  spec: 'Events',
  level: 'should',
  consequence:
    'A client that follows the events of a patch takes an old value for the current one.',
  async check(context) {
    const { objects } = await samplesOf(context);
    const events = objects.filter(({ table }) => table.name === 'event.list');
    const changes = CHANGES.flatMap(({ category, before, now }) => {
      const all = events
        .filter(({ value }) => value.category === category)
        .flatMap((event) => changeOf(event, before, now))
        .sort((a, b) => a.time - b.time);
      return all.map((change) => ({ change, last: precedingOf(change, all) }));
    });
    const missing = 'no event with a well-formed payload reports a change of state or delegate';
    context.expect.each(changes, missing, ({ change, last }) => {
      const { before, now } = change;
      const moved = !sameValue(essence(before), essence(now));
      context.expect.that(
        moved,
        before,
        'previous value of a change',
        'a value other than the current one',
      );
      if (last === undefined) return;
      const follows = sameValue(essence(before), essence(last.now));
      const expected = `the current value of the preceding change: ${JSON.stringify(essence(last.now))}`;
      context.expect.that(follows, before, 'previous value of a change', expected);
    });
  },
});

/**
 * The change of the same patch before this one. Undefined if it is not certain: there may be events
 * between those of two pages, and the order of two events with the same time is undefined.
 */
function precedingOf(change: Change, all: readonly Change[]): Change | undefined {
  const own = all.filter(
    ({ patch, before }) =>
      patch === change.patch && before.at.exchange === change.before.at.exchange,
  );
  const last = own[own.indexOf(change) - 1];
  const isAlone = ({ time }: Change) => own.filter((each) => each.time === time).length === 1;
  return last !== undefined && isAlone(last) && isAlone(change) ? last : undefined;
}

/** Empty if a type is wrong or a key is missing: the payload has requirements of its own. */
function changeOf(event: Seen, previous: string, current: string): Change[] {
  const payload = at(event, 'payload');
  const [before, now] = [at(payload, previous), at(payload, current)];
  const patch = at(payload, 'patch', 'id').value;
  const time = timeOf(at(event, 'date').value);
  const sound = [before, now].every((side) => essence(side) !== undefined);
  return sound && typeof patch === 'number' && time !== undefined
    ? [{ patch, time, before, now }]
    : [];
}

/** The name of a state, the id of a delegate, or null; undefined for any other value. */
function essence({ value }: Seen): string | number | null | undefined {
  if (typeof value === 'string' || value === null) return value;
  const id = isObject(value) ? value.id : undefined;
  return typeof id === 'number' ? id : undefined;
}
