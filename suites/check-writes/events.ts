import { at, type Seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { seen } from '../write-rules/change.js';
import { eventsOfPatch, rowsAfter } from '../write-rules/lists.js';
import { madeCheck } from './made.js';
import { check } from './row.js';

/** What tells of a new check. */
export const checkEvents: readonly Requirement[] = [
  check({
    id: 'check.create.event',
    says: 'Creating a check yields one check-created event, for that patch and with that check',
    spec: 'Events',
    level: 'should',
    consequence:
      'A client that follows the events never hears how a patch has fared, or hears it twice.',
    async check(context) {
      const { id, answer } = await madeCheck(context);
      const own = (await rowsAfter(context, eventsOfPatch(context))).filter(
        (event) => at(event, 'payload', 'check', 'id').value === id,
      );
      const found: Seen = { value: own.length, at: own[0]?.at ?? seen(answer).at };
      context.expect.that(own.length === 1, found, `events of check ${id}`, 'exactly one');
      const patch = at(own[0] ?? found, 'payload', 'patch', 'id');
      const due = context.write.patch();
      context.expect.that(patch.value === due, patch, 'payload.patch.id', String(due));
    },
  }),
  check({
    id: 'check.create.event.actor',
    says: 'The `actor` of the event is who has created the check',
    spec: 'Event',
    level: 'should',
    consequence: 'A client that follows the events cannot say who has tested a patch.',
    async check(context) {
      const { id, shown } = await madeCheck(context);
      const [own] = (await rowsAfter(context, eventsOfPatch(context))).filter(
        (event) => at(event, 'payload', 'check', 'id').value === id,
      );
      if (own === undefined) return inconclusive('the check has no event');
      // That the check says rightly who has created it is a requirement of its own.
      const [actor, caller] = [at(own, 'actor', 'id'), context.write.ownId('maintainer')];
      const sound = actor.value === caller || actor.value === at(shown, 'user', 'id').value;
      context.expect.that(sound, actor, 'actor.id', `${caller}, the caller`);
    },
  }),
];
