import { named } from '../../harness/client/answer.js';
import { at, isObject, seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { firstRows } from '../support/lists/first-rows.js';
import { ofEach } from '../support/writing/attempt-rule.js';
import { BUNDLES, madeBundle } from '../support/writing/created-bundle.js';
import { creation } from '../support/writing/creation.js';
import { expectRefusal, expectRefusals, sendEach } from '../support/writing/invalid.js';
import { listedAfter, OWN_BUNDLES, rowsAfter } from '../support/writing/lists.js';
import { expectUnmoved, writes } from '../support/writing/subject.js';
import { BUNDLE } from '../support/writing/subjects.js';

/** The properties of a new bundle beyond the values that were sent. */
export const newBundles: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.create.owner',
    says: 'The owner of a new bundle is its creator, whatever the body says',
    consequence: 'Users find bundles under their name that they did not create.',
    async check(context) {
      const { answer, withServiceFields } = await creation(context, BUNDLES);
      if (answer.status >= 400) inconclusive(`${named(answer)} returned ${answer.status}`);
      const own = context.write.ownId('user');
      const owner = at(seen(answer), 'owner', 'id');
      // A field missing from the response has a requirement of its own.
      if (owner.value === undefined) return inconclusive('the response has no `owner`');
      context.expect.that(owner.value === own, owner, 'owner.id', `${own}, the caller`);
      const { status } = withServiceFields;
      context.expect.status(withServiceFields, 200, 201, 400);
      context.accept(status === 400 ? 'a body with `owner` is refused' : 'ignored');
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.create.listed',
    says: 'A new bundle is listed for its owner',
    consequence: 'A client that lists bundles does not find the one that it created.',
    async check(context) {
      const { id } = await madeBundle(context);
      const rows = await rowsAfter(context, OWN_BUNDLES);
      const page = await listedAfter(context, OWN_BUNDLES);
      const listed = rows.some((row) => at(row, 'id').value === id);
      if (!listed && rows.length >= LARGEST_PAGE) {
        inconclusive('there are more bundles than fit on one page');
      }
      context.expect.that(listed, seen(page), named(page), `bundle ${id} in the list`);
    },
  }),
];

/** Invalid bodies of POST `bundles/`, and bodies that the specification does not describe. */
export const unusualBundles: readonly Requirement[] = [
  ofEach(BUNDLE, {
    id: 'bundle.invalid.unknown-patch',
    says: 'A bundle with a patch that does not exist is refused with 400',
    spec: 'Errors',
    consequence: 'A client that adds a deleted patch to a bundle gets no error.',
    rows: ({ unknownPatch }) => [unknownPatch],
    expects: ({ expect }, { answer }) => expect.status(answer, 400),
  }),
  writes(BUNDLE, {
    id: 'bundle.create.unreadable',
    says: 'POST `bundles/` with an empty body, or with one that is neither JSON nor a form, is refused with 4xx',
    spec: 'Errors',
    consequence: 'A client takes its own mistake for a server error.',
    async check(context) {
      await madeBundle(context);
      const answers = await sendEach(context, 'user', 'POST', 'bundles/', [
        { text: '', contentType: 'application/json' },
        { text: '<bundle/>', contentType: 'application/xml' },
      ]);
      expectRefusals(context, answers);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.duplicate-name',
    says: 'A name that another bundle of the same user has is accepted or refused with 4xx: no 5xx is documented',
    spec: 'Errors',
    consequence: 'A client that sends a name in use takes its own mistake for a server error.',
    async check(context) {
      const { api, write, expect } = context;
      const { id, path } = await madeBundle(context);
      const owner = write.ownId('user');
      const rows = await firstRows(api.as('user'), 'bundles/');
      const name = rows
        .filter((row) => at(row, 'owner', 'id').value === owner && at(row, 'id').value !== id)
        .map((row) => at(row, 'name').value)
        .find((each) => typeof each === 'string');
      if (name === undefined) inconclusive('the role `user` has no other bundle');
      const answer = await write.send(api.as('user'), 'PATCH', path, { json: { name } });
      if (answer.status >= 400) expectRefusal(context, answer);
      else expect.status(answer, 200);
      context.accept(answer.status === 200 ? 'taken' : `refused with ${answer.status}`);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.create.required',
    says: 'Which body fields are required on writes is not specified: the response to POST of an empty object',
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
  says: 'POST `bundles/` creates: an existing bundle of the same name is unchanged',
  spec: 'Endpoint table',
  consequence: 'Creating a bundle overwrites an older one of the same name.',
  async check(context) {
    const { api, expect, write } = context;
    const { path } = await madeBundle(context);
    const owner = api.as('user');
    const before = await owner.object(path);
    const json = { ...BUNDLES.sound(context), name: at(before, 'name').value };
    const answer = await write.send(owner, 'POST', 'bundles/', { json });
    const after = await owner.get(path);
    expect.status(after, 200);
    const fields = BUNDLE.fields.map((field) => () => {
      const what = `\`${field.name}\` of the older bundle`;
      expectUnmoved(context, field, { before, after: seen(after) }, what);
    });
    const refused = answer.status >= 400 ? [() => expectRefusal(context, answer)] : [];
    expect.all([...fields, ...refused], (judge) => judge());
    context.accept(
      answer.status < 400 ? 'another bundle is created' : `refused with ${answer.status}`,
    );
  },
});
