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
  idsListed,
  invalidPosts,
  postSound,
} from '../write-rules/creation-rules.js';
import { expectRefusal } from '../write-rules/invalid.js';
import { writes } from '../write-rules/subject.js';
import { CHECKS, madeCheck } from './made.js';

/** What the common rules of creation are told of checks. */
export const CHECK_CREATION: CreationRules = {
  path: 'patches/{id}/checks/',
  creating: CHECKS,
  wrong: {
    state: ['nonesuch', 'a `state` that does not exist'],
    target_url: ['no address', 'a `target_url` that is no URL'],
    context: [{}, 'an object in the place of a `context`'],
    description: [{}, 'an object in the place of a text'],
  },
  nothingMade: 'check.create.refused.nothing-made',
  async thenTried(context, listed) {
    if (canSignIn(context, 'other')) await triedByOther(context, listed).catch(() => undefined);
  },
};

/** Patches and callers that a check is not made for. */
export const refusedChecks: readonly Requirement[] = [
  writes(CHECKS, {
    id: 'check.create.unknown-patch',
    says: 'POST of a check on a patch that does not exist answers 404',
    spec: 'Errors',
    consequence: 'A test system is not told that the patch is gone.',
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
    consequence: 'Anybody who has an account can say how a patch has fared.',
    async check(context) {
      expectRefusal(context, (await byOther(context)).answer);
    },
  }),
  writes(CHECKS, {
    id: 'check.create.other.nothing-made',
    says: 'A POST of a check that is refused to another user makes none',
    spec: 'Authentication',
    needs: ['other'],
    consequence: 'Anybody who has an account can say how a patch has fared.',
    async check(context) {
      const { answer, ...around } = await byOther(context);
      if (answer.status < 400) inconclusive('it was not refused');
      expectNothingMade(context, CHECKS, around, answer, 0);
    },
  }),
];

/** What the other user is answered to a sound body; sent once in a version. */
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
    const before = listed ?? (await idsListed(context, CHECKS));
    const answer = await postSound(context, CHECKS, 'other');
    return { answer, before, after: await idsListed(context, CHECKS) };
  });
}
