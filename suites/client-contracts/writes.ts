import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, elements, type Seen, seen } from '../../harness/place.js';
import type { Group, Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { Body } from '../../harness/write.js';
import { since } from '../../specification/versions.js';
import { sameValue } from '../support/comparison.js';
import { firstRows } from '../support/lists/first-rows.js';

import { type Contract, contract } from './contract.js';

function update(
  facts: Pick<Contract, 'id' | 'says' | 'source' | 'breaks' | 'consequence' | 'check'>,
): Requirement {
  return contract({ ...facts, needs: ['maintainer', 'writes'] });
}

/** Updates of one patch by a maintainer, in every version, which are undone afterwards; and bundles. */
export const clientWrites: Group = {
  name: 'client-writes',
  requirements: [
    update({
      id: 'client.patch.update.state',
      says: 'PATCH of a patch by a maintainer stores `state`, sent as JSON',
      source: 'pwcli pwcli; pwclient pwclient/api.py',
      breaks: ['pwclient', 'pwcli'],
      consequence: 'A maintainer cannot change the state of a patch.',
      check: (context) => storesState(context, 'PATCH', (state) => ({ json: { state } })),
    }),
    update({
      id: 'client.patch.update.form',
      says: 'PATCH of a patch stores the values of a form-encoded body',
      source: 'git-pw git_pw/api.py; b4 src/b4/__init__.py; NIPA pw/patchwork.py',
      breaks: ['git-pw', 'b4', 'NIPA'],
      consequence: 'git-pw and b4 cannot change the state of a patch.',
      check: (context) =>
        storesState(context, 'PATCH', (state) => ({ form: { state, archived: 'False' } })),
    }),
    update({
      id: 'client.patch.update.multipart',
      says: 'PATCH of a patch stores the values of a multipart body',
      source: 'LTP ci/tools/patchwork.sh (curl -F)',
      breaks: ['LTP'],
      consequence: 'The CI of LTP cannot change the state of a patch.',
      check: (context) => storesState(context, 'PATCH', (state) => ({ multipart: { state } })),
    }),
    update({
      id: 'client.patch.update.put',
      says: 'PUT of a patch takes `state` and `delegate` without the other fields',
      source: 'scripts of getpatchwork/patchwork issue 379',
      breaks: ['scripts that send PUT'],
      consequence: 'A script that updates a patch with PUT ends with an error.',
      check: async (context) => {
        const delegate = at(await current(context), 'delegate', 'id').value ?? null;
        await storesState(context, 'PUT', (state) => ({ json: { state, delegate } }));
      },
    }),
    update({
      id: 'client.patch.update.delegate',
      says: 'PATCH of a patch stores the id of a maintainer as `delegate`, and null',
      source: 'git-pw git_pw/patch.py; pwcli pwcli',
      breaks: ['git-pw', 'pwcli'],
      consequence: 'A maintainer cannot take over or hand on a patch.',
      async check(context) {
        const own = context.write.ownId('maintainer');
        const taken = await sent(context, 'PATCH', { json: { delegate: own } });
        expectStored(context, taken, ['delegate', 'id'], own);
        const freed = await sent(context, 'PATCH', { json: { delegate: null } });
        expectStored(context, freed, ['delegate'], null);
      },
    }),
    update({
      id: 'client.patch.update.archived',
      says: 'PATCH of a patch stores `archived`',
      source: 'git-pw git_pw/patch.py; b4 src/b4/review/_review.py; pwclient pwclient/api.py',
      breaks: ['git-pw'],
      consequence: 'A maintainer cannot put a patch away.',
      async check(context) {
        const archived = at(await current(context), 'archived').value !== true;
        const changed = await sent(context, 'PATCH', { json: { archived } });
        expectStored(context, changed, ['archived'], archived);
      },
    }),
    update({
      id: 'client.patch.update.archived-word',
      says: 'PATCH of a patch takes `yes` and `no` as `archived`',
      source: 'pwclient pwclient/api.py (patch_set)',
      breaks: ['pwclient'],
      consequence: '`pwclient update -a yes` ends with an error.',
      async check(context) {
        const archived = at(await current(context), 'archived').value !== true;
        const word = archived ? 'yes' : 'no';
        const changed = await sent(context, 'PATCH', { json: { archived: word } });
        expectStored(context, changed, ['archived'], archived);
      },
    }),
    update({
      id: 'client.patch.update.commit-ref',
      says: 'PATCH of a patch stores `commit_ref`',
      source: 'git-pw git_pw/patch.py; pwclient pwclient/api.py; pwcli pwcli',
      breaks: ['git-pw', 'pwclient', 'pwcli'],
      consequence: 'The commit of an applied patch is not recorded.',
      async check(context) {
        const commit = context.write.name();
        const changed = await sent(context, 'PATCH', { json: { commit_ref: commit } });
        expectStored(context, changed, ['commit_ref'], commit);
      },
    }),
    contract({
      id: 'client.bundle.create.form',
      says: 'From 1.2 on a form-encoded POST creates a bundle; `patches` is repeated',
      source: 'git-pw git_pw/bundle.py',
      breaks: ['git-pw'],
      versions: since('1.2'),
      needs: ['user', 'writes'],
      consequence: '`git-pw bundle create` ends with an error, or stores one patch.',
      async check({ api, write, expect }) {
        const patches = write.patches().slice(0, 2);
        const form = { name: write.name(), public: 'False', patches: patches.map(String) };
        const answer = await write.send(api.as('user'), 'POST', 'bundles/', { form });
        expect.status(answer, 201);
        const stored = at(seen(answer), 'patches');
        const ids = elements(stored).map((patch) => at(patch, 'id').value);
        const isStored = patches.every((id) => ids.includes(id)) && ids.length === patches.length;
        expect.that(isStored, stored, '`patches` of the bundle', patches.join(' and '));
      },
    }),
    contract({
      id: 'client.bundle.delete',
      says: 'From 1.2 on DELETE of a bundle by its owner returns 204, and the bundle is gone',
      source: 'git-pw git_pw/bundle.py',
      breaks: ['git-pw'],
      versions: since('1.2'),
      needs: ['user', 'writes'],
      consequence: '`git-pw bundle delete` ends with an error.',
      async check({ api, write, expect }) {
        const { path } = await write.bundle(api);
        const owner = api.as('user');
        expect.status(await write.send(owner, 'DELETE', path, 'none'), 204);
        expect.status(await owner.get(path), 404);
      },
    }),
  ],
};

interface Updated {
  answer: Answer;
  after: Seen;
}

/** The patch before a write. */
function current({ api, write }: CheckContext): Promise<Seen> {
  return api.as('maintainer').object(`patches/${write.patch()}/`);
}

async function sent(
  { api, write }: CheckContext,
  method: 'PATCH' | 'PUT',
  body: Body,
): Promise<Updated> {
  const as = api.as('maintainer');
  const path = `patches/${write.patch()}/`;
  const answer = await write.send(as, method, path, body);
  return { answer, after: seen(await as.get(path)) };
}

function expectStored(
  { expect }: CheckContext,
  { answer, after }: Updated,
  field: readonly string[],
  value: unknown,
): void {
  expect.status(answer, 200);
  const stored = at(after, ...field);
  const isStored = sameValue(stored.value ?? null, value);
  expect.that(isStored, stored, `\`${field.join('.')}\` of the patch`, JSON.stringify(value));
}

/** Writes a state that other patches have, since each installation defines its own. */
async function storesState(
  context: CheckContext,
  method: 'PATCH' | 'PUT',
  bodyOf: (state: string) => Body,
): Promise<void> {
  const before = at(await current(context), 'state').value;
  const rows = await firstRows(context.api, 'patches/');
  const states = rows.map((row) => at(row, 'state').value).filter((each) => each !== before);
  const [state] = states;
  if (typeof state !== 'string') return inconclusive('all known patches are in the same state');
  expectStored(context, await sent(context, method, bodyOf(state)), ['state'], state);
}
