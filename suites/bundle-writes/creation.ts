import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at, isObject } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { firstRows } from '../conventions/sources.js';
import { UNKNOWN_ID } from '../errors/unknown-id.js';
import { keptChanges, seen } from '../write-rules/change.js';
import { creation } from '../write-rules/creation.js';
import type { CreationRules } from '../write-rules/creation-rules.js';
import { expectRefusal, expectRefusals, invalidUpdates, sendEach } from '../write-rules/invalid.js';
import { listedAfter, OWN_BUNDLES, rowsAfter } from '../write-rules/lists.js';
import { expectUnmoved, writes } from '../write-rules/subject.js';
import { BUNDLE } from '../write-rules/subjects.js';
import { BUNDLES, madeBundle } from './made.js';

/** What the common rules of creation are told of bundles. */
export const BUNDLE_CREATION: CreationRules = {
  path: 'bundles/',
  creating: BUNDLES,
  wrong: {
    name: [{}, 'an object in the place of a `name`'],
    patches: ['conformance', 'a text in the place of `patches`'],
    public: ['perhaps', 'a word that is no boolean as `public`'],
  },
  nothingMade: 'bundle.create.invalid.nothing-made',
};

/** What a new bundle is besides what was sent. */
export const newBundles: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.create.owner',
    says: 'The owner of a new bundle is who created it, whatever the body says',
    consequence: 'Bundles turn up that their owner has never made.',
    async check(context) {
      const { answer, withServiceFields } = await creation(context, BUNDLES);
      if (answer.status >= 400) inconclusive(`${named(answer)} answered ${answer.status}`);
      const own = context.write.ownId('user');
      const owner = at(seen(answer), 'owner', 'id');
      // What is missing from the answer is a matter of the answer.
      if (owner.value === undefined) return inconclusive('the answer does not show the owner');
      context.expect.that(owner.value === own, owner, 'owner.id', `${own}, the caller`);
      const { status } = withServiceFields;
      context.expect.status(withServiceFields, 200, 201, 400);
      context.accept(status === 400 ? 'a body with `owner` is refused' : 'ignored');
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.create.listed',
    says: 'A new bundle is in the list of its owner',
    consequence: 'A client that lists bundles does not find the one that it has just made.',
    async check(context) {
      const { id } = await madeBundle(context);
      const rows = await rowsAfter(context, OWN_BUNDLES);
      const page = await listedAfter(context, OWN_BUNDLES);
      const listed = rows.some((row) => at(row, 'id').value === id);
      if (!listed && rows.length >= LARGEST_PAGE) {
        inconclusive('there are more bundles than a page shows');
      }
      context.expect.that(listed, seen(page), named(page), `bundle ${id} among the rows`);
    },
  }),
];

/** Bodies of POST `bundles/` that make none, and what is not said of others. */
export const unusualBundles: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.invalid.unknown-patch',
    says: 'A bundle of a patch that does not exist is refused with 400',
    spec: 'Errors',
    consequence: 'A client that bundles a patch that is gone is not told so.',
    async check(context) {
      const answer = await unknownPatch(context);
      // A field that takes anything is judged by a requirement of its own.
      const updates = await invalidUpdates(context, BUNDLE);
      const own = updates.find(({ name }) => name === 'patches')?.answer;
      if (own !== undefined && own.status !== 400 && own.status === answer.status) {
        inconclusive('PATCH does not even refuse `patches` that are no ids');
      }
      context.expect.status(answer, 400);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.create.unreadable',
    says: 'POST `bundles/` with an empty body or one of a type that is no JSON and no form is refused with 4xx',
    spec: 'Errors',
    consequence: 'A client that makes a mistake takes it for a fault of the server.',
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
    says: 'A name that another bundle of the same user has is taken, or refused with 4xx: no 5xx is documented',
    spec: 'Errors',
    consequence: 'A client that picks a name in use takes it for a fault of the server.',
    async check(context) {
      const { api, write, expect } = context;
      const { id, path } = await madeBundle(context);
      const owner = write.ownId('user');
      const rows = await firstRows(api.as('user'), 'bundles/');
      const name = rows
        .filter((row) => at(row, 'owner', 'id').value === owner && at(row, 'id').value !== id)
        .map((row) => at(row, 'name').value)
        .find((each) => typeof each === 'string');
      if (name === undefined) inconclusive('the role user has no other bundle');
      const answer = await write.send(api.as('user'), 'PATCH', path, { json: { name } });
      if (answer.status >= 400) expectRefusal(context, answer);
      else expect.status(answer, 200);
      context.accept(answer.status === 200 ? 'taken' : `refused with ${answer.status}`);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.create.required',
    says: 'Which body fields are required on writes is not shown: what POST of an empty object is answered',
    spec: 'Endpoint table',
    level: 'observe',
    consequence: 'A client has to find out by trial what a bundle needs.',
    async check(context) {
      const { api, write } = context;
      await madeBundle(context);
      const answer = await write.send(api.as('user'), 'POST', 'bundles/', { json: {} });
      const keys = isObject(answer.json) ? Object.keys(answer.json).sort() : [];
      context.observe({ status: answer.status, keys });
    },
  }),
];

/** A second bundle of the same name; what it does to the first comes after all that is written to that. */
export const sameName: Requirement = writes(BUNDLE, {
  id: 'bundle.create.same-name',
  says: 'POST `bundles/` creates: a bundle that has that name already is there as before',
  spec: 'Endpoint table',
  once: true,
  consequence: 'Who makes a bundle loses an older one that happens to have the same name.',
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
    context.accept(answer.status < 400 ? 'another one' : `refused with ${answer.status}`);
  },
});

/** What a bundle is answered that is to hold a patch that does not exist; sent once in a version. */
export function unknownPatch(context: CheckContext): Promise<Answer> {
  const { api, instance, write } = context;
  return instance.once(`a bundle of an unknown patch in ${api.version}`, async () => {
    await keptChanges(context, BUNDLE);
    const { path } = await madeBundle(context);
    const json = { patches: [...write.patches().slice(0, 1), UNKNOWN_ID] };
    return write.send(api.as('user'), 'PATCH', path, { json });
  });
}
