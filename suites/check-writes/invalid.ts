import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../conventions/sources.js';
import { UNKNOWN_ID } from '../errors/unknown-id.js';
import { seen } from '../write-rules/change.js';
import {
  expectRefusal,
  expectRefusals,
  expectRefused,
  NO_OBJECTS,
  sendEach,
} from '../write-rules/invalid.js';
import { collection, madeCheck } from './made.js';
import { byOther, checkByNobody, invalidPosts, SOUND_CHECK, type WrongField } from './refused.js';
import { check } from './row.js';

/** What makes no check: bodies that cannot be right, and callers that may not. */
export const checkRefusals: readonly Requirement[] = [
  invalid('state', 'check.create.invalid.state', 'a `state` that does not exist'),
  invalid('target_url', 'check.create.invalid.target-url', 'a `target_url` that is no URL'),
  invalid('context', 'check.create.invalid.context', 'an object in the place of a `context`'),
  invalid('description', 'check.create.invalid.description', 'an object in the place of a text'),
  check({
    id: 'check.create.no-object',
    says: 'POST of a check with a body that is a list, null or no JSON is refused with 4xx',
    spec: 'Errors',
    consequence: 'A test system that makes a mistake takes it for a fault of the server.',
    async check(context) {
      const { refused } = await invalidPosts(context);
      const path = collection(context);
      const answers = await sendEach(context, 'maintainer', 'POST', path, NO_OBJECTS);
      await expectRefusals(context, answers, refused);
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
      expect.status(
        await write.send(api.as('maintainer'), 'POST', path, { json: SOUND_CHECK }),
        404,
      );
    },
  }),
  check({
    id: 'check.create.other',
    says: 'POST of a check by a user who does not maintain the project is refused',
    spec: 'Authentication',
    needs: ['other'],
    consequence: 'Anybody who has an account can say how a patch has fared.',
    async check(context) {
      expectRefusal(context, (await byOther(context)).answer);
    },
  }),
  check({
    id: 'check.create.anonymous',
    says: 'POST of a check by a caller that does not sign in is refused',
    spec: 'Authentication',
    consequence: 'Anybody can say how a patch has fared.',
    async check(context) {
      const answer = await checkByNobody(context);
      expectRefusal(context, answer);
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
      const { answer, before, after } = await byOther(context);
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

function invalid(name: WrongField, id: string, sent: string): Requirement {
  return check({
    id,
    says: `POST of a check with ${sent} is refused with 400`,
    spec: 'Errors',
    consequence: 'A test system is not told that one of its fields was wrong.',
    async check(context) {
      const { refused } = await invalidPosts(context);
      const own = refused.find((each) => each.name === name);
      if (own === undefined) throw new RangeError(`nothing is sent as ${name}`);
      await expectRefused(context, own, refused);
    },
  });
}
