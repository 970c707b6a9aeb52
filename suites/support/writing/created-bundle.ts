import type { CheckContext } from '../../../harness/check-context.js';
import { named } from '../../../harness/client/answer.js';
import { at } from '../../../harness/place.js';
import { inconclusive } from '../../../harness/violation.js';
import { isOfAnotherRun } from '../../../harness/writing/temporary-values.js';
import { versionsOfWrites } from '../../../specification/writable.js';
import { firstRows } from '../lists/first-rows.js';
import { anotherRole, type Creating, idIn, type Made, made } from './creation.js';
import { listedBefore, OWN_BUNDLES } from './lists.js';
import { fieldsOf } from './subject.js';

/** The body of the bundle created in a version. */
interface SentBundle extends Record<string, unknown> {
  name: string;
  patches: number[];
  public: boolean;
}

/** The bundles of the role `user`; a run creates one in each version. */
export const BUNDLES: Creating<SentBundle> = {
  what: 'bundle',
  spec: 'Bundle',
  versions: versionsOfWrites('bundle', 'create'),
  role: 'user',
  fields: fieldsOf('bundle', 'create'),
  list: () => OWN_BUNDLES,
  owner: 'owner',
  listedSince: '1.0',
  beforeMaking: (context) => listedBefore(context, OWN_BUNDLES),
  draft: async (context) => sentBundle(context, 2),
  sound: (context) => sentBundle(context, 1),
  setByService: (context) => anotherRole(context, 'owner', 'user'),
  marked: () => ({}),
  mayBeOwn({ write }, row) {
    const name = at(row, 'name').value;
    if (isOfAnotherRun(name, write.marker)) return false;
    // Others may publish a bundle at any time.
    const owner = at(row, 'owner', 'id').value;
    const isOthers = typeof owner === 'number' && owner !== write.ownId('user');
    return !isOthers || String(name).includes(write.marker);
  },
  // Finds the bundle by its unique name if the response has no id, so that the other requirements
  // can run.
  find: ({ api, instance }, sent) =>
    instance.once(`the bundle ${sent.name} in the list`, async () => {
      const rows = await firstRows(api.as('user'), 'bundles/');
      return idIn(rows.find((row) => at(row, 'name').value === sent.name)?.value);
    }),
};

/** The bundle created in this version; inconclusive if it could not be created or read. */
export function madeBundle(context: CheckContext): Promise<Made<SentBundle>> {
  return made(context, BUNDLES);
}

/** Makes the bundle public or private; inconclusive if the instance does not do so. */
export async function makePublic(context: CheckContext, value: boolean): Promise<void> {
  const { api, write } = context;
  const { path } = await madeBundle(context);
  const owner = api.as('user');
  if (at(await owner.object(path), 'public').value === value) return;
  const answer = await write.send(owner, 'PATCH', path, { json: { public: value } });
  if (at(await owner.object(path), 'public').value === value) return;
  inconclusive(`${named(answer)} did not make the bundle ${value ? 'public' : 'private'}`);
}

function sentBundle({ write }: CheckContext, patches: number): SentBundle {
  return { name: write.name(), patches: write.patches().slice(0, patches), public: false };
}
