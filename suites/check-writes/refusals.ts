import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../errors/unknown-id.js';
import { canSignIn } from '../write-rules/callers.js';
import {
  type Around,
  type CreationRules,
  expectNothingMade,
  invalidPosts,
  listedNow,
  postSound,
} from '../write-rules/creation-rules.js';
import { expectRefusal } from '../write-rules/invalid.js';
import { writes } from '../write-rules/subject.js';
import { CHECKS, madeCheck } from './created-checks.js';

/** The parts of the common creation rules that are specific to checks. */
export const CHECK_CREATION: CreationRules = {
  path: 'patches/{id}/checks/',
  creating: CHECKS,
  wrong: {
    state: ['nonesuch', 'an unknown `state`'],
    target_url: ['no address', 'a `target_url` that is not a URL'],
    context: [{}, 'an object as `context`'],
    description: [{}, 'an object as `description`'],
  },
  nothingMade: 'check.create.refused.nothing-made',
  async thenTried(context, listed) {
    if (canSignIn(context, 'other')) await triedByOther(context, listed).catch(() => undefined);
  },
};

/** Patches and callers for which a check is refused. */
export const refusedChecks: readonly Requirement[] = [
  writes(CHECKS, {
    id: 'check.create.unknown-patch',
    says: 'POST of a check on a patch that does not exist returns 404',
    spec: 'Errors',
    consequence: 'A CI system is not told that the patch does not exist.',
    async check(context) {
      const { api, write, expect } = context;
      await madeCheck(context);
      const path = `patches/${UNKNOWN_ID}/checks/`;
      expect.status(
        await write.send(api.as('maintainer'), 'POST', path, { json: CHECKS.sound(context) }),
        404,
      );
    },
  }),
  writes(CHECKS, {
    id: 'check.create.other',
    says: 'POST of a check by a user who does not maintain the project is refused',
    spec: 'Authentication',
    needs: ['other'],
    consequence: 'Every user with an account can report check results.',
    async check(context) {
      expectRefusal(context, (await byOther(context)).answer);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.other.nothing-made',
    says: 'POST of a check that is refused to another user creates none',
    spec: 'Authentication',
    needs: ['other'],
    consequence: 'Every user with an account can report check results.',
    async check(context) {
      const { answer, ...around } = await byOther(context);
      if (answer.status < 400) inconclusive('the request was not refused');
      expectNothingMade(context, CHECKS, around, answer, 0);
    },
  }),
];

/** The response to another user who sends a valid check; once in a version. */
export async function byOther(context: CheckContext): Promise<Around & { answer: Answer }> {
  await invalidPosts(context, CHECK_CREATION);
  return triedByOther(context);
}

function triedByOther(
  context: CheckContext,
  listed?: Around['after'],
): Promise<Around & { answer: Answer }> {
  const { api, instance } = context;
  return instance.once(`a check is tried by another user in ${api.version}`, async () => {
    context.write.expectUninvolved('patch');
    const before = listed ?? (await listedNow(context, CHECKS));
    const answer = await postSound(context, CHECKS, 'other');
    return { answer, before, after: await listedNow(context, CHECKS) };
  });
}
