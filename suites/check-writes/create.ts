import { header, named } from '../../harness/client/answer.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { LARGEST_PAGE } from '../conventions/sources.js';
import { timeOf } from '../conventions/timestamp.js';
import { seen } from '../write-rules/change.js';
import { unlessFormsOfBundlesToo } from '../write-rules/encodings.js';
import { checksOfPatch, rowsAfter } from '../write-rules/lists.js';
import type { CheckDraft } from '../write-rules/values.js';
import { checkEvents } from './events.js';
import {
  collection,
  creation,
  creationByForm,
  creationInAnotherState,
  madeCheck,
  readBack,
} from './made.js';
import { check } from './row.js';

const TABLE = 'Endpoint table';
const FIVE_MINUTES = 5 * 60 * 1000;

/** Making a check: what is answered, and what is there afterwards. */
export const checkCreation: readonly Requirement[] = [
  check({
    id: 'check.create',
    says: 'POST `patches/{id}/checks/` by a maintainer answers 201 with the Check',
    spec: TABLE,
    consequence: 'A test system cannot say how a patch has fared.',
    async check(context) {
      const { answer } = await creation(context);
      context.expect.status(answer, 201);
      context.expect.object(answer);
      const id = at(seen(answer), 'id');
      context.expect.that(Number.isInteger(id.value), id, '`id`', 'an integer');
    },
  }),
  check({
    id: 'check.create.readable',
    says: 'A check that was created is there: GET of its id below its patch answers 200',
    spec: TABLE,
    consequence: 'What a test system has been told is saved is not there.',
    async check(context) {
      const { answer } = await creation(context);
      const id = at(seen(answer), 'id').value;
      if (answer.status >= 400 || !Number.isInteger(id)) inconclusive('no check was created');
      context.expect.status(await context.api.get(`${collection(context)}${id}/`), 200);
    },
  }),
  check({
    id: 'check.create.answer',
    says: 'The body of the 201 is the check as a later GET shows it',
    spec: TABLE,
    consequence: 'A client that shows what it was answered shows a check that is not there.',
    async check(context) {
      const { answer, shown } = await madeCheck(context);
      const what = `${named(answer)}: the body`;
      const expected = `what GET shows: ${canonical(shown.value)}`;
      context.expect.that(sameValue(answer.json, shown.value), seen(answer), what, expected);
    },
  }),
  check({
    id: 'check.create.url',
    says: 'The `url` of a new check answers 200 with the same check',
    spec: 'Conventions',
    consequence: 'A client that follows the link that it was given arrives somewhere else.',
    async check(context) {
      const { answer, id } = await madeCheck(context);
      const url = at(seen(answer), 'url');
      if (typeof url.value !== 'string') return inconclusive('the answer has no `url`');
      const followed = await context.api.follow(url.value);
      const found = isObject(followed.json) ? followed.json.id : undefined;
      const expected = `a link that answers 200 with id ${id} (it answers ${followed.status} with id ${found})`;
      context.expect.that(followed.status === 200 && found === id, url, 'url', expected);
    },
  }),
  kept('context', 'check.create.context'),
  kept('description', 'check.create.description'),
  kept('target_url', 'check.create.target-url'),
  check({
    id: 'check.create.state',
    says: 'A new check has the `state` that was sent: `pending`, and any other that the instance itself shows',
    spec: 'Check',
    consequence:
      'A patch that fails is taken for one that is not yet tested, or the other way round.',
    async check(context) {
      const [json, form] = [await creation(context), await creationByForm(context)];
      const another = await creationInAnotherState(context);
      const asked = another === undefined ? [json, form] : [json, form, another];
      const made = asked.filter(({ answer }) => answer.status < 400);
      const shown = await Promise.all(made.map(({ answer }) => readBack(context, answer)));
      context.expect.each(made, 'no check could be made', ({ sent }, index) => {
        const state = at(shown[index]?.shown ?? seen(json.answer), 'state');
        context.expect.that(state.value === sent.state, state, '`state`', canonical(sent.state));
      });
    },
  }),
  check({
    id: 'check.create.user',
    says: '`user` is set by the service: it is the caller, whatever the body says',
    spec: 'Check',
    consequence: 'Anybody can say in the name of others how a patch has fared.',
    async check(context) {
      const { shown, withForeign } = await madeCheck(context);
      const own = context.write.ownId('maintainer');
      const user = at(shown, 'user', 'id');
      context.expect.that(user.value === own, user, 'user.id', `${own}, the caller`);
      context.accept(withForeign.status < 400 ? 'ignored' : `refused with ${withForeign.status}`);
    },
  }),
  check({
    id: 'check.create.date',
    says: 'Timestamps are UTC and of the service: a check made now is dated within 5 minutes of now',
    spec: 'Conventions',
    consequence: 'A client puts what happens in the wrong order, by hours.',
    async check(context) {
      const { answer, shown } = await madeCheck(context);
      const now = Date.parse(header(answer, 'date') ?? '');
      const date = at(shown, 'date');
      const dated = timeOf(date.value);
      // A value that is no timestamp at all is a matter of the conventions.
      if (Number.isNaN(now) || dated === undefined)
        return inconclusive('no Date header, or no date');
      const expected = `within 5 minutes of ${new Date(now).toISOString()}`;
      context.expect.that(Math.abs(dated - now) <= FIVE_MINUTES, date, '`date`', expected);
    },
  }),
  check({
    id: 'check.create.form',
    says: 'A form-encoded POST makes a check with what the same JSON would give it',
    spec: 'Endpoints',
    consequence:
      'A client that sends forms, as clients of older versions do, writes something else.',
    async check(context) {
      const { sent: sentAsJson, shown: shownOfJson } = await madeCheck(context);
      const { answer, sent } = await creationByForm(context);
      // With which success a check is created is a requirement of its own.
      await unlessFormsOfBundlesToo(context, () => {
        if (answer.status >= 300) context.expect.status(answer, 201);
      });
      const { shown } = await readBack(context, answer);
      for (const name of ['context', 'description', 'target_url'] as const) {
        // What JSON does not keep either is a matter of that field.
        if (at(shownOfJson, name).value !== sentAsJson[name]) continue;
        const field = at(shown, name);
        const due = canonical(sent[name]);
        await unlessFormsOfBundlesToo(context, () =>
          context.expect.that(field.value === sent[name], field, `\`${name}\``, due),
        );
      }
    },
  }),
  check({
    id: 'check.create.listed',
    says: 'A new check is in the list of the checks of its patch, and those before it still are',
    spec: TABLE,
    level: 'should',
    versions: since('1.3'),
    consequence: 'A client that lists checks misses how a patch has fared.',
    async check(context) {
      const { id: first } = await madeCheck(context);
      const { answer } = await creationByForm(context);
      const second = at(seen(answer), 'id').value;
      const rows = await rowsAfter(context, checksOfPatch(context));
      const ids = rows.map((row) => at(row, 'id').value);
      if (ids.length >= LARGEST_PAGE) inconclusive('there are more checks than a page shows');
      const wanted = Number.isInteger(second) ? [first, second] : [first];
      const list: Seen = { value: ids, at: seen(answer).at };
      const expected = `ids ${wanted.join(' and ')} among them`;
      context.expect.that(
        wanted.every((id) => ids.includes(id)),
        list,
        'checks of the patch',
        expected,
      );
    },
  }),
  check({
    id: 'check.create.every-version',
    says: 'A check that was made in one version is what every other version shows',
    spec: 'Versioning',
    level: 'should',
    consequence: 'Two clients that speak different versions see different things for good.',
    async check(context) {
      const { api, instance, expect } = context;
      const { id, shown } = await madeCheck(context);
      const others = instance.versions.filter((version) => version !== api.version);
      const path = `${collection(context)}${id}/`;
      const answers = await Promise.all(
        // Before 1.2 checks are observed only (docs/verdicts.md B-9).
        others.filter((each) => since('1.2').includes(each)).map((each) => api.in(each).get(path)),
      );
      expect.each(answers, 'no other version from 1.2 on is offered', (answer) => {
        expect.status(answer, 200);
        for (const name of ['state', 'context', 'description', 'target_url', 'date']) {
          const [here, there] = [at(shown, name), at(seen(answer), name)];
          const expected = `${canonical(here.value)}, as ${api.version} shows`;
          expect.that(sameValue(here.value, there.value), there, `\`${name}\``, expected);
        }
      });
    },
  }),
  ...checkEvents,
];

function kept(name: keyof CheckDraft, id: string): Requirement {
  return check({
    id,
    says: `A new check has the \`${name}\` that was sent`,
    spec: 'Check',
    consequence: 'A client shows something else than what the test system has said.',
    async check(context) {
      const { shown, sent } = await madeCheck(context);
      const field = at(shown, name);
      context.expect.that(field.value === sent[name], field, `\`${name}\``, canonical(sent[name]));
    },
  });
}
