import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { unexpected } from '../../harness/expect.js';
import { at, isObject, seen, valueAt } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive, unanswered } from '../../harness/violation.js';
import { idOf } from '../../harness/writing/own-rows.js';
import { firstRows, isWhole } from '../support/first-rows.js';
import { expectState } from '../support/writing/attempt.js';
import { ofEach } from '../support/writing/attempt-rule.js';
import { schemesOf } from '../support/writing/callers.js';
import { BUNDLES, madeBundle } from '../support/writing/created-bundle.js';
import {
  creation,
  idOfNone,
  readBack,
  type Sent,
  whyNotCreated,
  withFieldsOfService,
} from '../support/writing/creation.js';
import { itemsOf, readLists } from '../support/writing/lists.js';
import { expectShown, expectUnmoved, formOf, writes } from '../support/writing/subject.js';
import { BUNDLE } from '../support/writing/subjects.js';

/** The properties of a new bundle beyond the values that were sent. */
export const newBundles: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.create.owner',
    says: 'The owner of a new bundle is its creator, whatever the body says',
    consequence: 'Users find bundles under their name that they did not create.',
    async check(context) {
      const { answer, withServiceFields } = await creation(context, BUNDLES);
      if (answer.status >= 400) unanswered(answer);
      const own = context.write.ownId('user');
      const owner = at(seen(answer), 'owner', 'id');
      // A field missing from the response has a requirement of its own.
      if (owner.value === undefined)
        return inconclusive('the response has no `owner`', 'failed-write');
      context.expect.that(owner.value === own, owner, 'owner.id', `${own}, the caller`);
      const { status } = withServiceFields;
      context.expect.status(withServiceFields, 200, 201, 400);
      context.accept(status === 400 ? 'a body with `owner` is refused' : 'ignored');
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.create.fixed',
    says: 'The `project` of a new bundle is set by the service, whatever the body says',
    consequence: 'A bundle is listed for a project that its patches do not belong to.',
    async check(context) {
      const { read, withServiceFields } = await madeBundle(context);
      const { project } = await BUNDLES.setByService(context);
      if (project === undefined) inconclusive('no `project` was sent');
      if (read === undefined) return unanswered(withServiceFields);
      const shown = at(seen(read), 'project', 'id');
      context.expect.that(shown.value !== project, shown, 'project.id', `not ${project}, as sent`);
      context.expect.status(withServiceFields, 200, 201, 400);
      context.accept(withServiceFields.status === 400 ? 'a body with it is refused' : 'ignored');
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.create.form',
    says: 'A form-encoded POST of a bundle creates the same as the same values in JSON, by either scheme, and sets nothing else',
    spec: 'Endpoints',
    consequence: 'A client that sends a form creates a bundle without some of its patches.',
    async check(context) {
      const { api, expect, write } = context;
      await madeBundle(context);
      const [first] = await BUNDLES.drafts(context);
      // The one by JSON is private.
      const draft: Sent = { ...first, public: true };
      const [user, path] = [api.as('user'), 'bundles/'];
      const scheme = (await schemesOf(context, 'user')).at(-1);
      const { answer } = await withFieldsOfService(context, BUNDLES, draft, (body) =>
        write.send(user, 'POST', path, formOf(Object.entries(body)), { scheme }),
      );
      const read = await readBack(context, BUNDLES, answer);
      const own = write.ownId('user');
      const ownerOf = (shown: Answer) => at(seen(shown), 'owner', 'id');
      // Before anything is judged: nobody else is to see it.
      const owners: unknown[] = [own, undefined];
      const isOwn = read?.status === 200 && owners.includes(ownerOf(read).value);
      if (isOwn) await withdraw(context, `bundles/${idOf(answer.json)}/`);
      expect.status(answer, 201);
      if (read === undefined) return inconclusive(whyNotCreated('bundle', answer), 'failed-write');
      for (const owner of [answer, read].map(ownerOf)) {
        if (owner.value !== undefined)
          expect.that(owner.value === own, owner, 'owner.id', `${own}, the caller`);
      }
      expect.all(BUNDLES.fields, (field) =>
        expectShown(context, field, seen(read), draft[field.name]),
      );
      expectState(context, 'bundle', answer, seen(read));
      const [id, project] = [at(seen(read), 'id'), at(seen(read), 'project', 'id')];
      const { project: sent } = await BUNDLES.setByService(context);
      const none = idOfNone(context);
      expect.that(id.value !== none, id, '`id`', `not ${none}, as sent`);
      if (sent !== undefined)
        expect.that(project.value !== sent, project, 'project.id', `not ${sent}, as sent`);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.create.listed',
    says: 'A new bundle is listed for its owner',
    consequence: 'A client that lists bundles does not find the one that it created.',
    async check(context) {
      const { id, after } = await madeBundle(context);
      expectListed(context, after[0], id);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.create.published',
    says: 'A bundle that is created with `public: true` is public at once: every caller can read it, and finds it in the list',
    consequence: 'A user shares a bundle, but other people cannot open it.',
    async check(context) {
      const { api, expect, write } = context;
      const collection = 'bundles/';
      const owner = api.as('user');
      const json = { ...BUNDLES.sound(context), public: true };
      const answer = await write.send(owner, 'POST', collection, { json });
      const id = idOf(answer.json);
      if (answer.status >= 400 || id === undefined) {
        return inconclusive(whyNotCreated('bundle', answer), 'failed-write');
      }
      const path = `${collection}${id}/`;
      const read = await api.get(path);
      const [list] = await readLists(context, [{ path: collection, role: 'anonymous' }]);
      await withdraw(context, path);
      const shown = at(seen(answer), 'public');
      expect.that(shown.value === true, shown, '`public`', 'true, as sent');
      expect.status(read, 200);
      expectListed(context, list, id);
    },
  }),
];

/** Removes a public bundle, or makes it private. */
async function withdraw({ api, write }: CheckContext, path: string): Promise<void> {
  const owner = api.as('user');
  if (write.deletesBundles()) await write.send(owner, 'DELETE', path, 'none');
  else await write.send(owner, 'PATCH', path, { json: { public: false } });
}

function expectListed({ expect }: CheckContext, list: Answer | undefined, id: number): void {
  const ids = itemsOf(list).map((row) => valueAt(row, 'id'));
  if (list === undefined) return;
  if (!ids.includes(id) && !isWhole(list)) {
    inconclusive('there are more bundles than fit on one page, and `order` is ignored');
  }
  expect.that(ids.includes(id), { ...seen(list), value: ids }, named(list), `bundle ${id}`);
}

/** Bodies that the specification forbids or does not describe. */
export const unusualBundles: readonly Requirement[] = [
  ofEach(BUNDLE, {
    id: 'bundle.invalid.unknown-patch',
    says: 'A bundle with a patch that does not exist is refused with 400',
    spec: 'Errors',
    consequence: 'A client that adds a deleted patch to a bundle gets no error.',
    rows: ({ alsoInvalid }) => alsoInvalid,
    expects: ({ expect }, { answer }) => expect.status(answer, 400),
  }),
  writes(BUNDLE, {
    id: 'bundle.duplicate-name',
    says: 'A name that another bundle of the same user has is accepted or refused with 4xx, and the bundle is still there: no 5xx is documented',
    spec: 'Errors',
    consequence:
      'A client whose user gives a bundle a name in use reports that the server is down.',
    async check(context) {
      const { api, write } = context;
      const { id, path } = await madeBundle(context);
      const owner = write.ownId('user');
      const rows = await firstRows(api.as('user'), 'bundles/');
      const name = rows
        .filter((row) => at(row, 'owner', 'id').value === owner && at(row, 'id').value !== id)
        .map((row) => at(row, 'name').value)
        .find((each) => typeof each === 'string');
      if (name === undefined) inconclusive('the role `user` has no other bundle');
      const user = api.as('user');
      const answer = await write.send(user, 'PATCH', path, { json: { name } });
      const read = await user.get(path);
      // A successful status is required of the plain update.
      if (answer.status >= 300) context.expect.refusal(answer);
      context.expect.status(read, 200);
      context.accept(answer.status < 300 ? 'taken' : `refused with ${answer.status}`);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.create.required',
    says: 'The response to POST of an empty object, which names the required fields (not specified)',
    spec: 'Endpoint table',
    level: 'observe',
    consequence: 'A client must find out by trial which fields a bundle needs.',
    async check(context) {
      const { api, write } = context;
      await madeBundle(context);
      const answer = await write.send(api.as('user'), 'POST', 'bundles/', { json: {} });
      const keys = isObject(answer.json) ? Object.keys(answer.json).sort() : [];
      context.observe({ status: answer.status, keys });
    },
  }),
];

/** Creates a second bundle of the same name. Runs last, because it may change the first one. */
export const sameName: Requirement = writes(BUNDLE, {
  id: 'bundle.create.same-name',
  says: 'POST `bundles/` with a name in use creates another bundle, or is refused with 4xx: the existing one is unchanged',
  spec: 'Endpoint table',
  consequence:
    'Creating a bundle overwrites an older one of the same name, or ends with a server error.',
  async check(context) {
    const { api, expect, write } = context;
    const { path } = await madeBundle(context);
    const owner = api.as('user');
    // `bundle.duplicate-name` gave it the name of a bundle of the user, which may not be lost.
    const name = write.name();
    const renaming = await write.send(owner, 'PATCH', path, { json: { name } });
    const before = await owner.object(path);
    if (at(before, 'name').value !== name) {
      inconclusive(`${named(renaming)} did not rename the bundle`, 'failed-write', {
        requirement: 'bundle.update.name',
      });
    }
    const json = { ...BUNDLES.sound(context), name };
    const answer = await write.send(owner, 'POST', 'bundles/', { json });
    const after = await owner.get(path);
    expect.status(after, 200);
    const fields = BUNDLE.fields.map((field) => () => {
      const what = `\`${field.name}\` of the older bundle`;
      expectUnmoved(context, field, { before, after: seen(after) }, what);
    });
    const expected = 'another bundle or a refusal (4xx)';
    const { status: received } = answer;
    const got = `${received} (the name is in use when the request is sent twice)`;
    const crash = unexpected(answer, expected, got, { kind: 'status', received });
    const crashed = received >= 500 ? [() => expect.fail(crash)] : [];
    expect.all([...fields, ...crashed], (judge) => judge());
    context.accept(received < 400 ? 'another bundle is created' : `refused with ${received}`);
  },
});
