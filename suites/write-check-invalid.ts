import type { CheckContext } from '../harness/check-context.js';
import type { Answer } from '../harness/client/answer.js';
import { at } from '../harness/place.js';
import type { Requirement } from '../harness/requirement.js';
import { inconclusive } from '../harness/violation.js';
import { UNKNOWN_ID } from './errors-unknown-id.js';
import { LARGEST_PAGE } from './sources.js';
import { seen } from './write-change.js';
import { collection, madeCheck } from './write-check-made.js';
import { check } from './write-check-row.js';
import { expectKeyed, expectRefusal, NO_OBJECTS, type Refused, sendEach } from './write-invalid.js';

/** A value for each field that cannot be right. */
const WRONG = {
  state: 'no state of any check',
  target_url: 'no address',
  context: {},
  description: {},
};

const SOUND = { state: 'pending', context: 'conformance' };

/** What was refused, and the ids of the checks of the patch before and after. */
interface Attempts {
  refused: Refused[];
  before: unknown[] | undefined;
  after: unknown[] | undefined;
}

/** What makes no check: bodies that cannot be right, and callers that may not. */
export const checkRefusals: readonly Requirement[] = [
  invalid('state', 'check.create.invalid.state', 'a `state` that there is not'),
  invalid('target_url', 'check.create.invalid.target-url', 'a `target_url` that is no URL'),
  invalid('context', 'check.create.invalid.context', 'an object in the place of a `context`'),
  invalid('description', 'check.create.invalid.description', 'an object in the place of a text'),
  check({
    id: 'check.create.no-object',
    says: 'POST of a check with a body that is a list, null or no JSON is refused with 4xx',
    spec: 'Errors',
    consequence: 'A test system that makes a mistake takes it for a fault of the server.',
    async check(context) {
      await madeCheck(context);
      const path = collection(context);
      const answers = await sendEach(context, 'maintainer', 'POST', path, NO_OBJECTS);
      context.expect.each(answers, 'nothing was sent', (answer) => expectRefusal(context, answer));
    },
  }),
  check({
    id: 'check.create.unknown-patch',
    says: 'POST of a check on a patch that does not exist answers 404',
    spec: 'Errors',
    consequence: 'A test system is not told that the patch is gone.',
    async check(context) {
      const { api, write, expect } = context;
      await madeCheck(context);
      const path = `patches/${UNKNOWN_ID}/checks/`;
      expect.status(await write.send(api.as('maintainer'), 'POST', path, { json: SOUND }), 404);
    },
  }),
  check({
    id: 'check.create.other',
    says: 'POST of a check by a user who does not maintain the project: 403',
    spec: 'Authentication',
    needs: ['other'],
    consequence: 'Anybody who has an account can say how a patch has fared.',
    async check(context) {
      context.expect.status((await byStranger(context, 'other')).answer, 403);
    },
  }),
  check({
    id: 'check.create.anonymous',
    says: 'POST of a check by a caller that does not sign in: 403 (or 404)',
    spec: 'Authentication',
    consequence: 'Anybody can say how a patch has fared.',
    async check(context) {
      const { answer } = await byStranger(context, 'anonymous');
      context.expect.status(answer, 403, 404);
      context.accept(`refused with ${answer.status}`);
    },
  }),
  check({
    id: 'check.create.refused.nothing-made',
    says: 'A POST of a check that is refused makes none',
    spec: 'Errors',
    level: 'should',
    consequence: 'A test system that corrects its mistake has said two things of one patch.',
    async check(context) {
      const { refused, before, after } = await invalidPosts(context);
      if (before === undefined || after === undefined)
        return inconclusive('the checks are not listed');
      const taken = refused.filter(({ answer }) => answer.status < 400).length;
      if (taken === refused.length) inconclusive('nothing was refused');
      if (after.length >= LARGEST_PAGE) inconclusive('there are more checks than a page shows');
      const made = after.filter((id) => !before.includes(id));
      const last = refused.at(-1)?.answer;
      if (last === undefined) return;
      const expected = `no more checks than before (new are ${made.join(', ') || 'none'})`;
      context.expect.that(made.length <= taken, seen(last), 'after the refusals', expected);
    },
  }),
  check({
    id: 'check.create.other.nothing-made',
    says: 'A POST of a check that is refused to another user makes none',
    spec: 'Authentication',
    level: 'should',
    needs: ['other'],
    consequence: 'Anybody who has an account can say how a patch has fared.',
    async check(context) {
      const { answer, before, after } = await byStranger(context, 'other');
      if (answer.status < 400) inconclusive('it was not refused');
      if (before === undefined || after === undefined)
        return inconclusive('the checks are not listed');
      if (after.length >= LARGEST_PAGE) inconclusive('there are more checks than a page shows');
      const made = after.filter((id) => !before.includes(id));
      context.expect.that(
        made.length === 0,
        seen(answer),
        'after the refusal',
        'no more checks than before',
      );
    },
  }),
];

function invalid(name: keyof typeof WRONG, id: string, sent: string): Requirement {
  return check({
    id,
    says: `POST of a check with ${sent} answers 400 with an object keyed by \`${name}\``,
    spec: 'Errors',
    consequence: 'A test system cannot say which of its fields was wrong, or that any was.',
    async check(context) {
      const { refused } = await invalidPosts(context);
      const own = refused.filter((each) => each.name === name);
      context.expect.each(own, `nothing was sent as ${name}`, (each) => expectKeyed(context, each));
    },
  });
}

/** A sound body with one field that cannot be right, for each of them; sent once in a version. */
export function invalidPosts(context: CheckContext): Promise<Attempts> {
  const { api, instance, write } = context;
  return instance.once(`invalid checks are asked for in ${api.version}`, async () => {
    await madeCheck(context);
    const before = await idsListed(context);
    const refused: Refused[] = [];
    for (const [name, wrong] of Object.entries(WRONG)) {
      const json = { ...SOUND, [name]: wrong };
      const path = collection(context);
      refused.push({
        name,
        answer: await write.send(api.as('maintainer'), 'POST', path, { json }),
      });
    }
    return { refused, before, after: await idsListed(context) };
  });
}

function byStranger(
  context: CheckContext,
  role: 'other' | 'anonymous',
): Promise<{ answer: Answer; before: unknown[] | undefined; after: unknown[] | undefined }> {
  const { api, instance, write } = context;
  return instance.once(`a check is tried by ${role} in ${api.version}`, async () => {
    await madeCheck(context);
    const before = await idsListed(context);
    const answer = await write.send(api.as(role), 'POST', collection(context), { json: SOUND });
    return { answer, before, after: await idsListed(context) };
  });
}

/** The list is shown from 1.3 on (INTERPRETATION B-9), so it is read in the newest version. */
async function idsListed(context: CheckContext): Promise<unknown[] | undefined> {
  const { api, instance } = context;
  const newest = api.in(instance.versions.at(-1) ?? api.version);
  const answer = await newest.get(collection(context), { query: { per_page: LARGEST_PAGE } });
  if (answer.status !== 200 || !Array.isArray(answer.json)) return undefined;
  return (answer.json as unknown[]).map((value) => at({ value, at: seen(answer).at }, 'id').value);
}
