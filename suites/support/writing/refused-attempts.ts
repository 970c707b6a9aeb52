import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { canSignIn } from './callers.js';
import { BUNDLES } from './created-bundle.js';
import { CHECKS } from './created-checks.js';
import {
  type Around,
  type CreationRules,
  invalidPosts,
  listedNow,
  postSound,
} from './refused-posts.js';

/** The parts of the common creation rules that are specific to bundles. */
export const BUNDLE_CREATION: CreationRules = {
  path: 'bundles/',
  creating: BUNDLES,
  wrong: {
    name: [{}, 'an object as `name`'],
    patches: ['conformance', 'a string as `patches`'],
    public: ['perhaps', 'a word that is not a boolean as `public`'],
  },
  nothingMade: 'bundle.create.invalid.nothing-made',
};

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
