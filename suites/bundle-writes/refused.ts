import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import { firstRows } from '../conventions/sources.js';
import { UNKNOWN_ID } from '../errors/unknown-id.js';
import { keptChanges } from '../write-rules/change.js';
import type { Refused } from '../write-rules/invalid.js';
import { BUNDLE } from '../write-rules/subjects.js';
import { madeBundle } from './made.js';

/** What was sent to make a bundle and cannot be right, and the bundles of the user around it. */
export interface InvalidPosts {
  refused: Refused[];
  before: unknown[];
  after: unknown[];
}

/** A sound body with one field that cannot be right, for each of them; sent once in a version. */
export function invalidPosts(context: CheckContext): Promise<InvalidPosts> {
  const { api, instance, write } = context;
  return instance.once(`invalid bundles are asked for in ${api.version}`, async () => {
    await madeBundle(context);
    const as = api.as('user');
    const before = await idsListed(context);
    const wrong = { name: {}, patches: 'conformance', public: 'perhaps' };
    const refused: Refused[] = [];
    for (const [name, value] of Object.entries(wrong)) {
      const sound = { name: write.name(), patches: write.patches().slice(0, 1), public: false };
      const json = { ...sound, [name]: value };
      refused.push({ name, answer: await write.send(as, 'POST', 'bundles/', { json }) });
    }
    return { refused, before, after: await idsListed(context) };
  });
}

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

async function idsListed({ api }: CheckContext): Promise<unknown[]> {
  return (await firstRows(api.as('user'), 'bundles/')).map((row) => at(row, 'id').value);
}
