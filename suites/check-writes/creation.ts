import { header } from '../../harness/client/answer.js';
import { at, isObject, type Seen, seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { since } from '../../specification/versions.js';
import { canonical, sameValue } from '../support/comparison.js';
import { timeOf } from '../support/timestamp.js';

import {
  CHECKS,
  CHECKS_LISTED_SINCE,
  creationByForm,
  creationInAnotherState,
  madeCheck,
} from '../support/writing/created-checks.js';
import { creation, readBack } from '../support/writing/creation.js';
import { expectRefusal } from '../support/writing/invalid.js';
import { checksOfPatch, eventsOfPatch, rowsAfter } from '../support/writing/lists.js';
import { expectShown, writes } from '../support/writing/subject.js';

const FIVE_MINUTES = 5 * 60 * 1000;

/** The properties of a new check beyond the values that were sent. */
export const newChecks: readonly Requirement[] = [
  writes(CHECKS, {
    id: 'check.create.url',
    says: 'The `url` of a new check returns 200 with the same check',
    spec: 'Conventions',
    consequence: 'A client that follows the link gets another check or an error.',
    async check(context) {
      const { answer, id } = await madeCheck(context);
      const url = at(seen(answer), 'url');
      if (typeof url.value !== 'string') return inconclusive('the response has no `url`');
      const followed = await context.api.follow(url.value);
      const found = isObject(followed.json) ? followed.json.id : undefined;
      const expected = `a URL that returns 200 with id ${id} (it returns ${followed.status} with id ${found})`;
      context.expect.that(followed.status === 200 && found === id, url, 'url', expected);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.state',
    says: 'A new check has the `state` of the request: `pending`, and another state that the instance uses',
    consequence: 'A failed check is reported as pending, or a pending one as failed.',
    async check(context) {
      const [json, form] = [await creation(context, CHECKS), await creationByForm(context)];
      const another = await creationInAnotherState(context);
      const asked = another === undefined ? [json, form] : [json, form, another];
      const made = asked.filter(({ answer }) => answer.status < 400);
      const shown = await Promise.all(made.map(({ answer }) => readBack(context, CHECKS, answer)));
      context.expect.each(made, 'no check could be created', ({ sent }, index) => {
        const state = at(shown[index]?.shown ?? seen(json.answer), 'state');
        context.expect.that(state.value === sent.state, state, '`state`', canonical(sent.state));
      });
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
      if (withServiceFields.status >= 400) expectRefusal(context, withServiceFields);
      context.accept(
        withServiceFields.status < 400 ? 'ignored' : `refused with ${withServiceFields.status}`,
      );
    },
  }),
  writes(CHECKS, {
    id: 'check.create.date',
    says: 'Timestamps are UTC: a check created now is dated within 5 minutes of now',
    spec: 'Conventions',
    consequence: 'Clients sort events wrongly, by hours.',
    async check(context) {
      const { answer, shown } = await madeCheck(context);
      const now = Date.parse(header(answer, 'date') ?? '');
      const date = at(shown, 'date');
      const dated = timeOf(date.value);
      // A value that is not a timestamp has a requirement of its own.
      if (Number.isNaN(now) || dated === undefined)
        return inconclusive('the response has no `Date` header, or the check no valid `date`');
      const expected = `within 5 minutes of ${new Date(now).toISOString()}`;
      context.expect.that(Math.abs(dated - now) <= FIVE_MINUTES, date, '`date`', expected);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.form',
    says: 'A form-encoded POST creates the same check as the same values in JSON',
    spec: 'Endpoints',
    consequence: 'Clients of older versions, which send forms, store wrong values.',
    async check(context) {
      const { sent: sentAsJson, shown: shownOfJson } = await madeCheck(context);
      const { answer, sent } = await creationByForm(context);
      // The status of a successful creation has a requirement of its own.
      if (answer.status >= 300) context.expect.status(answer, 201);
      const { shown } = await readBack(context, CHECKS, answer);
      // A field that is not stored from JSON either has a requirement of its own.
      const kept = CHECKS.fields
        .filter(({ value }) => value.kind !== 'state')
        .filter((field) => sameValue(field.shown(shownOfJson), sentAsJson[field.name]));
      context.expect.each(kept, 'no field is stored from JSON either', (field) =>
        expectShown(context, field, shown, sent[field.name]),
      );
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
      const { answer } = await creationByForm(context);
      const second = at(seen(answer), 'id').value;
      const rows = await rowsAfter(context, checksOfPatch(context));
      const ids = rows.map((row) => at(row, 'id').value);
      if (ids.length >= LARGEST_PAGE) inconclusive('there are more checks than fit on one page');
      const wanted = Number.isInteger(second) ? [first, second] : [first];
      const list: Seen = { value: ids, at: seen(answer).at };
      const expected = `ids ${wanted.join(' and ')} in the list`;
      context.expect.that(
        wanted.every((id) => ids.includes(id)),
        list,
        'checks of the patch',
        expected,
      );
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
      const others = instance.versions.filter((version) => version !== api.version);
      const answers = await Promise.all(
        // Before 1.2 checks are observed only (docs/verdicts.md B-9).
        others
          .filter((each) => CHECKS.versions.includes(each))
          .map((each) => api.in(each).get(path)),
      );
      expect.each(answers, 'no other version from 1.2 on is offered', (answer) => {
        expect.status(answer, 200);
        expect.all([...CHECKS.fields.map((field) => field.name), 'date'], (name) => {
          const [here, there] = [at(shown, name), at(seen(answer), name)];
          const expected = `${canonical(here.value)}, as in ${api.version}`;
          expect.that(sameValue(here.value, there.value), there, `\`${name}\``, expected);
        });
      });
    },
  }),
];

/** The event that reports a new check. */
export const checkEvents: readonly Requirement[] = [
  writes(CHECKS, {
    id: 'check.create.event',
    says: 'Creating a check emits one check-created event, with that patch and that check',
    spec: 'Events',
    level: 'should',
    consequence: 'A client that follows events misses check results or gets them twice.',
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
  writes(CHECKS, {
    id: 'check.create.event.actor',
    says: 'The `actor` of the event is the creator of the check',
    spec: 'Event',
    level: 'should',
    consequence: 'A client that follows events cannot tell who created a check.',
    async check(context) {
      const { id, shown } = await madeCheck(context);
      const [own] = (await rowsAfter(context, eventsOfPatch(context))).filter(
        (event) => at(event, 'payload', 'check', 'id').value === id,
      );
      if (own === undefined) return inconclusive('the check has no event');
      // That the check itself names its creator has a requirement of its own.
      const [actor, caller] = [
        at(own, 'actor', 'id'),
        context.write.ownId(context.write.checker()),
      ];
      const sound = actor.value === caller || actor.value === at(shown, 'user', 'id').value;
      context.expect.that(sound, actor, 'actor.id', `${caller}, the caller`);
    },
  }),
];
