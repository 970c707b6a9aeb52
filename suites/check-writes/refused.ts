import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { LARGEST_PAGE } from '../conventions/sources.js';
import { canSignIn } from '../write-rules/attempts.js';
import { seen } from '../write-rules/change.js';
import type { Refused } from '../write-rules/invalid.js';
import { collection, madeCheck } from './made.js';

/** A value for each field that cannot be right. */
const WRONG = {
  state: 'nonesuch',
  target_url: 'no address',
  context: {},
  description: {},
};

/** A check that any sound instance takes. */
export const SOUND_CHECK = { state: 'pending', context: 'conformance' };

/** A field of a check that can be sent wrongly. */
export type WrongField = keyof typeof WRONG;

/** The ids of the checks of the patch before and after something; nothing where they are not listed. */
export interface Around {
  before: unknown[] | undefined;
  after: unknown[] | undefined;
}

/** What was refused to the maintainer. */
export interface Attempts extends Around {
  refused: Refused[];
}

/** A sound body with one field that cannot be right, for each of them; sent once in a version. */
export function invalidPosts(context: CheckContext): Promise<Attempts> {
  const { api, instance, write } = context;
  return instance.once(`invalid checks are asked for in ${api.version}`, async () => {
    await madeCheck(context);
    const before = await idsListed(context);
    const refused: Refused[] = [];
    for (const [name, wrong] of Object.entries(WRONG)) {
      const json = { ...SOUND_CHECK, [name]: wrong };
      const path = collection(context);
      refused.push({
        name,
        answer: await write.send(api.as('maintainer'), 'POST', path, { json }),
      });
    }
    const after = await idsListed(context);
    // Right after it, so that the checks need not be listed once more before.
    if (canSignIn(context, 'other')) await triedByOther(context, after).catch(() => undefined);
    return { refused, before, after };
  });
}

/** What the other user is answered to a sound body; sent once in a version. */
export async function byOther(context: CheckContext): Promise<Around & { answer: Answer }> {
  await invalidPosts(context);
  return triedByOther(context);
}

function triedByOther(
  context: CheckContext,
  known?: unknown[],
): Promise<Around & { answer: Answer }> {
  const { api, instance } = context;
  return instance.once(`a check is tried by another user in ${api.version}`, async () => {
    context.write.expectStranger('patch');
    const before = known ?? (await idsListed(context));
    const answer = await soundPost(context, 'other');
    return { answer, before, after: await idsListed(context) };
  });
}

/** What a caller that does not sign in is answered; tried once in a version. */
export function checkByNobody(context: CheckContext): Promise<Answer> {
  const { api, instance } = context;
  return instance.once(`a check is tried by nobody in ${api.version}`, async () => {
    await madeCheck(context);
    return soundPost(context, 'anonymous');
  });
}

function soundPost(context: CheckContext, role: Role): Promise<Answer> {
  const { api, write } = context;
  return write.send(api.as(role), 'POST', collection(context), { json: SOUND_CHECK });
}

/** The list is shown from 1.3 on (docs/verdicts.md B-9), so it is read in the newest version. */
async function idsListed(context: CheckContext): Promise<unknown[] | undefined> {
  const { api, instance } = context;
  const newest = api.in(instance.versions.at(-1) ?? api.version);
  const answer = await newest.get(collection(context), { query: { per_page: LARGEST_PAGE } });
  if (answer.status !== 200 || !Array.isArray(answer.json)) return undefined;
  return (answer.json as unknown[]).map((value) => at({ value, at: seen(answer).at }, 'id').value);
}
