import type { CheckContext } from '../../../harness/check-context.js';
import { named } from '../../../harness/client/answer.js';
import { at, valueAt } from '../../../harness/place.js';
import { inconclusive } from '../../../harness/violation.js';
import { UNKNOWN_ID } from '../../../harness/write.js';
import { isOfAnotherRun } from '../../../harness/writing/temporary-values.js';
import { versionsOfWrites } from '../../../specification/writable.js';
import { ANONYMOUS, canSignIn, isPossible } from './callers.js';
import { anotherRole, type Made, made, ownUsers } from './creation.js';
import { otherFixed } from './fixed-values.js';
import type { List } from './lists.js';
import { creating } from './refused-creations.js';
import { fieldsOf } from './subject.js';

/** The bundles of the role `user`; a run creates one in each version that the other requirements share. */
export const BUNDLES = creating({
  what: 'bundle',
  resource: 'bundle',
  id: 'bundle.create',
  route: 'bundles/',
  spec: 'Bundle',
  versions: versionsOfWrites('bundle', 'create'),
  role: 'user',
  reader: 'user',
  author: 'owner',
  fields: fieldsOf('bundle', 'create'),
  wrong: { patches: 'conformance', public: 'perhaps' },
  unknown: ({ write }) => ({ patches: [...write.patches().slice(0, 1), UNKNOWN_ID] }),
  unauthorized: [{ ...ANONYMOUS, methods: ['POST'] }],
  nothingMade: 'bundle.create.invalid.nothing-made',
  path: async () => 'bundles/',
  list: () => ({ path: 'bundles/', role: 'user' }),
  otherLists: async (context) => bundlesOfOthers(context),
  drafts: async (context) => [newBundle(context, 2)],
  sound: (context) => newBundle(context, 1),
  marked: () => ({}),
  async setByService(context) {
    const owner = anotherRole(context, 'owner', 'user');
    const { write } = context;
    if (!isPossible(() => write.project())) return owner;
    return { ...owner, project: await otherFixed(context, 'bundle', 'project', write.project()) };
  },
  mayBeMade(context, row) {
    const { marker } = context.write;
    const [name, owner] = [valueAt(row, 'name'), valueAt(row, 'owner', 'id')];
    if (isOfAnotherRun(name, marker)) return false;
    // Others may publish a bundle at any time.
    const isOthers = typeof owner === 'number' && owner !== context.write.ownId('user');
    return !isOthers || String(name).includes(marker);
  },
  isOnlyOurs: (context, row) => ownUsers(context).includes(valueAt(row, 'owner', 'id')),
  isAbout: (row, id) => valueAt(row, 'id') === id,
});

/** The list of bundles as another user and unauthenticated callers see it. */
export function bundlesOfOthers(context: CheckContext): List[] {
  const roles = (['other', 'anonymous'] as const).filter((role) => canSignIn(context, role));
  return roles.map((role) => ({ path: 'bundles/', role }));
}

/** The bundle created in this version; inconclusive if it could not be created or read. */
export function madeBundle(context: CheckContext): Promise<Made> {
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
  inconclusive(
    `${named(answer)} did not make the bundle ${value ? 'public' : 'private'}`,
    'failed-write',
    { requirement: 'bundle.update.public' },
  );
}

function newBundle({ write }: CheckContext, patches: number) {
  return { name: write.name(), patches: write.patches().slice(0, patches), public: false };
}
