import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, isObject } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { Body } from '../../harness/write.js';
import { firstRows, LARGEST_PAGE } from '../conventions/sources.js';
import { seen } from '../write-rules/change.js';
import {
  expectRefusal,
  expectRefusals,
  expectRefused,
  invalidUpdates,
  NO_OBJECTS,
  sendEach,
} from '../write-rules/invalid.js';
import { writes } from '../write-rules/rows.js';
import { BUNDLE } from '../write-rules/subjects.js';
import { madeBundle } from './made.js';
import { invalidPosts, unknownPatch } from './refused.js';

const SPEC = 'Errors';

/** Bodies of POST `bundles/` that cannot be right. */
export const bundleRefusals: readonly Requirement[] = [
  invalid('name', 'bundle.create.invalid.name', 'an object in the place of a `name`'),
  invalid('patches', 'bundle.create.invalid.patches', 'a text in the place of `patches`'),
  invalid('public', 'bundle.create.invalid.public', 'a word that is no boolean as `public`'),
  writes(
    BUNDLE,
    {
      id: 'bundle.invalid.unknown-patch',
      says: 'A bundle of a patch that does not exist is refused with 400',
      spec: SPEC,
      consequence: 'A client that bundles a patch that is gone is not told so.',
    },
    async (context) => {
      // A field that takes anything is judged by a requirement of its own.
      const updates = await invalidUpdates(context, BUNDLE);
      const answer = await unknownPatch(context);
      if (updates.some((each) => each.name === 'patches' && isSame(each.answer, answer))) {
        inconclusive('PATCH does not even refuse `patches` that are no ids');
      }
      context.expect.status(answer, 400);
    },
  ),
  writes(
    BUNDLE,
    {
      id: 'bundle.create.invalid.nothing-made',
      says: 'A POST that is refused with 400 makes no bundle',
      spec: SPEC,
      level: 'should',
      consequence: 'A client that corrects its mistake and tries again leaves a wreck behind.',
    },
    async (context) => {
      const { refused, before, after } = await invalidPosts(context);
      const taken = refused.filter(({ answer }) => answer.status < 400).length;
      if (taken === refused.length) inconclusive('nothing was refused');
      if (after.length >= LARGEST_PAGE) inconclusive('there are more bundles than a page shows');
      const last = refused.at(-1)?.answer;
      if (last === undefined) return;
      const made = after.filter((id) => !before.includes(id));
      const expected = `no more bundles than before (${made.length} are new)`;
      context.expect.that(made.length <= taken, seen(last), 'after the refusals', expected);
    },
  ),
  writes(
    BUNDLE,
    {
      id: 'bundle.create.no-object',
      says: 'POST `bundles/` with a body that is a list, null or no JSON is refused with 4xx',
      spec: SPEC,
      consequence: 'A client that makes a mistake takes it for a fault of the server.',
    },
    (context) => refusesEach(context, NO_OBJECTS),
  ),
  writes(
    BUNDLE,
    {
      id: 'bundle.create.unreadable',
      says: 'POST `bundles/` with an empty body or one of a type that is no JSON and no form is refused with 4xx',
      spec: SPEC,
      consequence: 'A client that makes a mistake takes it for a fault of the server.',
    },
    (context) =>
      refusesEach(context, [
        { text: '', contentType: 'application/json' },
        { text: '<bundle/>', contentType: 'application/xml' },
      ]),
  ),
  writes(
    BUNDLE,
    {
      id: 'bundle.duplicate-name',
      says: 'A name that another bundle of the same user has is taken, or refused with 4xx: no 5xx is documented',
      spec: SPEC,
      consequence: 'A client that picks a name in use takes it for a fault of the server.',
    },
    async (context) => {
      const { api, write, expect } = context;
      const { id, path } = await madeBundle(context);
      const owner = write.ownId('user');
      const rows = await firstRows(api.as('user'), 'bundles/');
      const own = rows.filter((row) => at(row, 'owner', 'id').value === owner);
      const names = own
        .filter((row) => at(row, 'id').value !== id)
        .map((row) => at(row, 'name').value);
      const [taken] = names.filter((name) => typeof name === 'string');
      if (taken === undefined) inconclusive('the role user has no other bundle');
      const answer = await write.send(api.as('user'), 'PATCH', path, { json: { name: taken } });
      if (answer.status >= 400) expectRefusal(context, answer);
      else expect.status(answer, 200);
      context.accept(answer.status === 200 ? 'taken' : `refused with ${answer.status}`);
    },
  ),
  writes(
    BUNDLE,
    {
      id: 'bundle.create.required',
      says: 'Which body fields are required on writes is not shown: what POST of an empty object is answered',
      spec: 'Endpoint table',
      level: 'observe',
      consequence: 'A client has to find out by trial what a bundle needs.',
    },
    async (context) => {
      await madeBundle(context);
      const answer = await context.write.send(context.api.as('user'), 'POST', 'bundles/', {
        json: {},
      });
      const keys = isObject(answer.json) ? Object.keys(answer.json).sort() : [];
      context.observe({ status: answer.status, keys });
    },
  ),
];

async function refusesEach(context: CheckContext, bodies: readonly Body[]): Promise<void> {
  await madeBundle(context);
  await expectRefusals(context, await sendEach(context, 'user', 'POST', 'bundles/', bodies));
}

function invalid(name: string, id: string, sent: string): Requirement {
  return writes(
    BUNDLE,
    {
      id,
      says: `POST \`bundles/\` with ${sent} is refused with 400`,
      spec: SPEC,
      consequence: 'A client is not told that one of its fields was wrong.',
    },
    async (context) => {
      const { refused } = await invalidPosts(context);
      const own = refused.find((each) => each.name === name);
      if (own === undefined) throw new RangeError(`nothing is sent as ${name}`);
      // A field that is answered wrongly by PATCH as well is judged there.
      const updates = await invalidUpdates(context, BUNDLE);
      if (updates.some((each) => each.name === name && isSame(each.answer, own.answer))) {
        inconclusive(`an invalid \`${name}\` in a PATCH is answered ${own.answer.status} as well`);
      }
      await expectRefused(context, own, refused);
    },
  );
}

/** What is answered wrongly, to a field that a PATCH takes though it is wrong or answers as wrongly. */
function isSame(update: Answer, other: Answer): boolean {
  return other.status !== 400 && (update.status < 400 || update.status === other.status);
}
