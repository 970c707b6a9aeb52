import { at, isObject, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { ALL } from '../../specification/versions.js';
import { sameValue } from '../consistency/comparison.js';
import { samplesOf } from '../conventions/collect-samples.js';
import { timeOf } from '../conventions/timestamp.js';

/** The categories that tell what something was before and is now. */
const CHANGES = [
  { category: 'patch-state-changed', before: 'previous_state', now: 'current_state' },
  { category: 'patch-delegated', before: 'previous_delegate', now: 'current_delegate' },
] as const;

/** A change of a patch: who or what it was before, and is from then on. */
interface Change {
  patch: number;
  time: number;
  before: Seen;
  now: Seen;
}

/** What the events of a patch say of it, one after the other, fits together. */
export const eventChanges: Requirement = requirement({
  id: 'event.changes',
  says: 'An event of a change shows two different values, and the older one is what the change before it has made',
  spec: 'Events',
  level: 'should',
  versions: ALL,
  consequence: 'A client that follows the events of a patch takes the old for the new.',
  async check(context) {
    const { met } = await samplesOf(context);
    const events = met.filter(({ table }) => table.name === 'event.list');
    const changes = CHANGES.flatMap(({ category, before, now }) =>
      events
        .filter(({ value }) => value.category === category)
        .flatMap((event) => changeOf(event, before, now))
        .sort((a, b) => a.time - b.time)
        .map((change, index, all) => ({
          change,
          // Of two that bear the same time nobody can tell which came first.
          last: all.slice(0, index).findLast((each) => each.patch === change.patch),
        })),
    );
    const missing = 'no event tells of a state or a delegate that was changed';
    context.expect.each(changes, missing, ({ change, last }) => {
      const { before, now, time } = change;
      const moved = !sameValue(essence(before), essence(now));
      context.expect.that(
        moved,
        before,
        'what was before a change',
        'something else than after it',
      );
      if (last === undefined || last.time === time) return;
      const follows = sameValue(essence(before), essence(last.now));
      const expected = `what the change before it has made: ${JSON.stringify(essence(last.now))}`;
      context.expect.that(follows, before, 'what was before a change', expected);
    });
  },
});

/** Nothing, where a type is wrong or a key is missing: that is judged by the payload. */
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

/** A state by its name, a delegate by the id, null for nobody; undefined for what is neither. */
function essence({ value }: Seen): string | number | null | undefined {
  if (typeof value === 'string' || value === null) return value;
  const id = isObject(value) ? value.id : undefined;
  return typeof id === 'number' ? id : undefined;
}
