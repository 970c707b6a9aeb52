import type { CheckContext } from '../../harness/check-context.js';
import { at, isObject, type Seen, seen, valueAt } from '../../harness/place.js';
import type { Group, Requirement } from '../../harness/requirement.js';
import { canonical } from '../../harness/same-value.js';
import { inconclusive } from '../../harness/violation.js';
import { idOf } from '../../harness/writing/own-rows.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { CHECKS_LISTED_SINCE, since } from '../../specification/versions.js';
import {
  acceptNone,
  expectActor,
  expectCaused,
  expectNow,
  newEvents,
} from '../support/writing/caused-events.js';
import {
  CHECKS,
  checkByForm,
  checkOnUnknownPatch,
  madeCheck,
} from '../support/writing/created-checks.js';
import { creationRules } from '../support/writing/creation-rules.js';
import { eventsOfChecks, itemsOf, patchOfChecks } from '../support/writing/lists.js';
import { creationRefusals } from '../support/writing/refused-creations.js';
import { sameState } from '../support/writing/same-state.js';
import { writes } from '../support/writing/subject.js';
import { furtherChecks } from './further-checks.js';

/** The events of the check that was created in this version. */
async function eventsOfMade(context: CheckContext): Promise<Seen[]> {
  const { id, before } = await madeCheck(context);
  const isAbout = (event: Seen) => CHECKS.isAbout(event, id);
  const about = { before: before.at(-1), isAbout, isCaused: isAbout };
  return newEvents(context, eventsOfChecks(context), about);
}

/** The fields of a check in the payload of its event that are the same as in the check. */
const IN_EVENTS = ['id', 'date', 'state', 'target_url', 'context'];

/** The properties of a new check beyond the values that were sent. */
const newChecks: readonly Requirement[] = [
  writes(CHECKS, {
    id: 'check.create.url',
    says: 'The `url` of a new check returns 200 with the same check',
    spec: 'Conventions',
    consequence: 'A client that follows the link gets another check or an error.',
    async check(context) {
      const { answer, id } = await madeCheck(context);
      const url = at(seen(answer), 'url');
      if (typeof url.value !== 'string')
        return inconclusive('the response has no `url`', 'failed-write');
      // It may lack the slash, and be redirected to it (docs/verdicts.md B-25).
      const followed = await context.api.followWithRedirect(url.value);
      const found = isObject(followed.json) ? followed.json.id : undefined;
      const expected = `a URL that returns 200 with id ${id} (it returns ${followed.status}${found === undefined ? '' : ` with id ${found}`})`;
      context.expect.that(followed.status === 200 && found === id, url, 'url', expected);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.user',
    says: '`user` is set by the service: it is the caller, whatever the body says',
    consequence: 'A caller can report check results in the name of other users.',
    async check(context) {
      const { shown, withServiceFields } = await madeCheck(context);
      const own = context.write.ownId(context.write.checker());
      const user = at(shown, 'user', 'id');
      context.expect.that(user.value === own, user, 'user.id', `${own}, the caller`);
      const { read } = await checkByForm(context);
      if (read?.status === 200) {
        const byForm = at(seen(read), 'user', 'id');
        context.expect.that(
          byForm.value === own,
          byForm,
          'user.id',
          `${own}, the caller of a form`,
        );
      }
      const { status } = withServiceFields;
      if (status >= 400) context.expect.refusal(withServiceFields);
      context.accept(status < 400 ? 'ignored' : `refused with ${status}`);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.date',
    says: 'Timestamps are UTC: a check created now is dated within 5 minutes of now',
    spec: 'Conventions',
    consequence: 'Clients sort events wrongly, by hours.',
    async check(context) {
      const { answer, shown } = await madeCheck(context);
      expectNow(context, at(shown, 'date'), answer);
      const byForm = await checkByForm(context);
      if (byForm.read?.status === 200)
        expectNow(context, at(seen(byForm.read), 'date'), byForm.answer);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.listed',
    says: 'A new check is in the list of checks of its patch, together with earlier checks',
    spec: 'Endpoint table',
    level: 'should',
    versions: since(CHECKS_LISTED_SINCE),
    consequence: 'A client that lists the checks of a patch misses results.',
    async check(context) {
      const { id: first } = await madeCheck(context);
      const { answer, list } = await checkByForm(context);
      const second = idOf(answer.json);
      const ids = itemsOf(list).map((row) => valueAt(row, 'id'));
      const wanted = second === undefined ? [first] : [first, second];
      const isListed = wanted.every((id) => ids.includes(id));
      if (!isListed && ids.length >= LARGEST_PAGE) {
        inconclusive('there are more checks than fit on one page, and `order` is ignored');
      }
      const found: Seen = { value: ids, at: seen(answer).at };
      const expected = `ids ${wanted.join(' and ')} in the list`;
      context.expect.that(isListed, found, 'checks of the patch', expected);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.every-version',
    says: 'A check created in one version is returned with the same values by every other version',
    spec: 'Versioning',
    level: 'should',
    consequence: 'Clients of different versions see different checks.',
    async check(context) {
      const { api, instance, expect } = context;
      const { path, shown } = await madeCheck(context);
      // Before 1.2 checks are observed only (docs/verdicts.md B-9).
      const others = CHECKS.versions.filter(
        (each) => each !== api.version && instance.versions.includes(each),
      );
      const answers = await Promise.all(others.map((each) => api.in(each).get(path)));
      expect.each(answers, 'no other version from 1.2 on is offered', (answer) => {
        expect.status(answer, 200);
        expect.all([...CHECKS.fields.map((field) => field.name), 'date'], (name) => {
          const [here, there] = [at(shown, name), at(seen(answer), name)];
          const expected = `${canonical(here.value)}, as in ${api.version}`;
          expect.that(sameState(here.value, there.value), there, `\`${name}\``, expected);
        });
      });
    },
  }),
  writes(CHECKS, {
    id: 'check.create.event',
    says: 'An event that a new check causes has that check and its patch',
    spec: 'Events',
    consequence: 'A client that follows events misses check results.',
    async check(context) {
      const { answer, shown, before } = await madeCheck(context);
      const fields = IN_EVENTS.map((name) => ({
        path: ['check', name],
        due: valueAt(shown, name),
      }));
      const [event] = await eventsOfMade(context);
      if (event === undefined) return acceptNone(context, before.at(-1));
      expectCaused(context, event, {
        answer,
        payload: [{ path: ['patch', 'id'], due: patchOfChecks(context) }, ...fields],
      });
    },
  }),
  writes(CHECKS, {
    id: 'check.create.event.actor',
    says: 'The actor of an event that a new check causes is the caller, or the user of the check',
    spec: 'Events',
    // Whose `actor` it is: not shown.
    level: 'should',
    consequence: 'A client that follows events takes check results for those of another user.',
    async check(context) {
      const { shown, before } = await madeCheck(context);
      const [event] = await eventsOfMade(context);
      if (event === undefined) return acceptNone(context, before.at(-1));
      const caller = context.write.ownId(context.write.checker());
      expectActor(context, event, [caller, valueAt(shown, 'user', 'id')]);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.event.once',
    says: 'A new check causes one event, not several (if it causes any)',
    spec: 'Events',
    // "Operations that emit each event: not shown."
    level: 'should',
    consequence: 'A client that follows events gets check results twice.',
    async check(context) {
      const { before } = await madeCheck(context);
      const events = await eventsOfMade(context);
      const [first] = events;
      if (first === undefined) return acceptNone(context, before.at(-1));
      const ids: Seen = { at: first.at, value: events.map((each) => valueAt(each, 'id')) };
      context.expect.that(events.length === 1, ids, 'ids of the events of this write', 'one event');
    },
  }),
];

/** A check is refused on a patch that does not exist. */
const onUnknownPatch = writes(CHECKS, {
  id: 'check.create.unknown-patch',
  says: 'POST of a check on a patch that does not exist returns 404',
  spec: 'Errors',
  consequence: 'A CI system is not told that the patch does not exist.',
  async check(context) {
    context.expect.status(await checkOnUnknownPatch(context), 404);
  },
});

/** Creating checks, from 1.2 on. */
export const checkWrites: Group = {
  name: 'check-writes',
  requirements: [
    ...creationRules(CHECKS),
    ...newChecks,
    ...furtherChecks,
    ...creationRefusals(CHECKS),
    onUnknownPatch,
  ],
};
