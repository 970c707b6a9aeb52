import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, elements, type Seen, seen, valueAt } from '../../harness/place.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { canonical, sameValue } from '../../harness/same-value.js';
import { inconclusive } from '../../harness/violation.js';
import type { Body } from '../../harness/write.js';
import { since } from '../../specification/versions.js';
import { idOf } from '../support/first-rows.js';
import { itemsOf, readLists } from '../support/writing/lists.js';
import type { ContractFacts } from './contract.js';
import {
  anotherState,
  current,
  expectReturned,
  expectSuccess,
  postedCheck,
  taken,
  updatedPatch,
} from './written.js';

function update(facts: ContractFacts & Pick<Requirement, 'check'>): Requirement {
  return requirement({ ...facts, needs: ['maintainer', 'writes'] });
}

/** Updates of one patch by a maintainer, in every version, which are undone afterwards; and bundles. */
export const clientWrites: Group = {
  name: 'client-writes',
  requirements: [
    update({
      id: 'client.patch.update.state',
      says: 'PATCH of a patch by a maintainer stores `state`, sent as JSON',
      spec: 'pwcli pwcli; pwclient pwclient/api.py',
      consequence: 'A maintainer cannot change the state of a patch.',
      check: (context) => storesState(context, (state) => ({ json: { state } })),
    }),
    update({
      id: 'client.patch.update.form',
      says: 'PATCH of a patch stores the values of a form-encoded body',
      spec: 'git-pw git_pw/api.py; b4 src/b4/__init__.py; NIPA pw/patchwork.py',
      consequence: 'git-pw and b4 cannot change the state of a patch, or archive it unasked.',
      async check(context) {
        await storesState(context, (state) => ({ form: { state, archived: 'False' } }));
        const archived = at(await current(context), 'archived');
        // Some instances omit it.
        if (archived.value === undefined) return;
        context.expect.that(archived.value === false, archived, '`archived` of the patch', 'false');
      },
    }),
    update({
      id: 'client.patch.update.shown',
      says: 'The response to a PATCH of a patch is that patch',
      spec: 'git-pw git_pw/api.py; pwclient pwclient/api.py (_update)',
      consequence: 'Clients end with an error after they have updated the patch.',
      check: async (context) => expectReturned(context, await updatedPatch(context), 'patch'),
    }),
    update({
      id: 'client.write.status',
      says: 'PATCH of a patch returns 200, and POST of a check 201',
      spec: 'NIPA pw/patchwork.py (update_state, post_check)',
      consequence: 'NIPA ends with an exception after it has written.',
      async check(context) {
        context.expect.status(await updatedPatch(context), 200);
        context.expect.status(taken((await postedCheck(context)).answer), 201);
      },
    }),
    update({
      id: 'client.patch.update.multipart',
      says: 'PATCH of a patch stores the values of a multipart body',
      spec: 'LTP ci/tools/patchwork.sh (curl -F)',
      consequence: 'The CI of LTP cannot change the state of a patch.',
      check: (context) => storesState(context, (state) => ({ multipart: { state } })),
    }),
    update({
      id: 'client.patch.update.put',
      says: 'PUT of a patch takes `state` and `delegate` without the other fields, and changes neither its name, date nor message id',
      spec: 'scripts of getpatchwork/patchwork issue 379',
      breaks: ['scripts that send PUT'],
      consequence: 'A script that updates a patch with PUT ends with an error.',
      check: async (context) => {
        const before = await current(context);
        const delegate = valueAt(before, 'delegate', 'id') ?? null;
        await storesState(context, (state) => ({ json: { state, delegate } }), 'PUT');
        const after = await current(context);
        const isSame = (name: string) => sameValue(valueAt(before, name), valueAt(after, name));
        context.expect.all(FIXED, (name) => {
          const expected = `${canonical(valueAt(before, name))}, as before`;
          context.expect.that(isSame(name), at(after, name), `\`${name}\` of the patch`, expected);
        });
        // What a PUT does not name it may blank (docs/verdicts.md B-37).
        const blanked = ['archived', 'commit_ref', 'pull_url'].filter((name) => !isSame(name));
        if (blanked.length > 0) context.accept(`PUT resets ${blanked.join(', ')}`);
      },
    }),
    update({
      id: 'client.patch.update.delegate',
      says: 'PATCH of a patch stores the id of a maintainer as `delegate`, and null',
      spec: 'git-pw git_pw/patch.py; pwcli pwcli',
      consequence: 'A maintainer cannot take over or hand on a patch.',
      async check(context) {
        const own = context.write.ownId('maintainer');
        await stores(context, { json: { delegate: own } }, ['delegate', 'id'], own);
        await stores(context, { json: { delegate: null } }, ['delegate'], null);
      },
    }),
    update({
      id: 'client.patch.update.archived',
      says: 'PATCH of a patch stores `archived`',
      spec: 'git-pw git_pw/patch.py; b4 src/b4/review/_review.py; pwclient pwclient/api.py',
      consequence: 'A maintainer cannot archive a patch.',
      async check(context) {
        const archived = valueAt(await current(context), 'archived') !== true;
        await stores(context, { json: { archived } }, ['archived'], archived);
      },
    }),
    update({
      id: 'client.patch.update.archived-word',
      says: 'PATCH of a patch takes `yes` and `no` as `archived`',
      spec: 'pwclient pwclient/api.py (patch_set)',
      consequence: '`pwclient update -a yes` ends with an error.',
      async check(context) {
        const archived = valueAt(await current(context), 'archived') !== true;
        const json = { archived: archived ? 'yes' : 'no' };
        await stores(context, { json }, ['archived'], archived);
      },
    }),
    update({
      id: 'client.patch.update.commit-ref',
      says: 'PATCH of a patch stores `commit_ref`',
      spec: 'git-pw git_pw/patch.py; pwclient pwclient/api.py; pwcli pwcli',
      consequence: 'The commit of an applied patch is not recorded.',
      async check(context) {
        const commit = context.write.name();
        await stores(context, { json: { commit_ref: commit } }, ['commit_ref'], commit);
      },
    }),
    requirement({
      id: 'client.bundle.create.form',
      says: 'From 1.2 on a form-encoded POST creates a bundle; `patches` is repeated',
      spec: 'git-pw git_pw/bundle.py',
      versions: since('1.2'),
      needs: ['user', 'writes'],
      consequence:
        '`git-pw bundle create` ends with an error, stores one patch, or publishes the bundle.',
      async check(context) {
        const { api, write, expect } = context;
        const patches = write.patches().slice(0, 2);
        const form = { name: write.name(), public: 'False', patches: patches.map(String) };
        const answer = await write.send(api.as('user'), 'POST', 'bundles/', { form });
        expectSuccess(context, answer);
        const stored = await storedBundle(context, answer, form.name);
        const ids = elements(at(stored, 'patches')).map(idOf);
        const isStored = patches.every((id) => ids.includes(id)) && ids.length === patches.length;
        const due = patches.join(' and ');
        expect.that(isStored, at(stored, 'patches'), '`patches` of the bundle', due);
        const isPublic = at(stored, 'public');
        expect.that(isPublic.value === false, isPublic, '`public` of the bundle', 'false, as sent');
      },
    }),
    requirement({
      id: 'client.bundle.delete',
      says: 'From 1.2 on DELETE of a bundle by its owner returns success, and the bundle is gone',
      spec: 'git-pw git_pw/bundle.py',
      versions: since('1.2'),
      needs: ['user', 'writes'],
      consequence: '`git-pw bundle delete` ends with an error.',
      async check(context) {
        const { api, write, expect } = context;
        const path = write.leftBundle(api) ?? (await write.bundle(api)).path;
        const owner = api.as('user');
        expectSuccess(context, await write.send(owner, 'DELETE', path, 'none'));
        expect.status(await owner.get(path), 404);
      },
    }),
  ],
};

/** The fields of a patch that no write of it changes. */
const FIXED = ['id', 'msgid', 'date', 'name'];

/** A bundle that was created, as its owner reads it afterwards: by its id, or in the list where the response has none. */
async function storedBundle(context: CheckContext, answer: Answer, name: string): Promise<Seen> {
  const { api, expect } = context;
  const owner = api.as('user');
  const id = valueAt(seen(answer), 'id');
  if (typeof id === 'number') {
    const read = await owner.get(`bundles/${id}/`);
    expect.status(read, 200);
    return seen(read);
  }
  const [list] = await readLists(context, [{ path: 'bundles/', role: 'user' }]);
  const row = itemsOf(list).find((each) => valueAt(each, 'name') === name);
  expect.that(row !== undefined, seen(answer), 'the bundle in the list', `one named ${name}`);
  return row ?? seen(answer);
}

/** Expects that the patch is updated by a body, and then has this value at this place. */
async function stores(
  context: CheckContext,
  body: Body,
  field: readonly string[],
  value: unknown,
  method: 'PATCH' | 'PUT' = 'PATCH',
): Promise<void> {
  const { api, write, expect } = context;
  const maintainer = api.as('maintainer');
  const path = `patches/${write.patch()}/`;
  const answer = await write.send(maintainer, method, path, body);
  const after = seen(await maintainer.get(path));
  expectSuccess(context, answer);
  const stored = at(after, ...field);
  const [name = ''] = field;
  // Some instances omit null.
  if (valueAt(after, name) === undefined && value !== null) {
    return inconclusive(
      `patches do not show \`${name}\`, so that nothing tells whether it is stored`,
    );
  }
  const isStored = sameValue(stored.value ?? null, value);
  expect.that(isStored, stored, `\`${field.join('.')}\` of the patch`, JSON.stringify(value));
}

/** The same for a state that other patches have, since each installation defines its own. */
async function storesState(
  context: CheckContext,
  bodyOf: (state: string) => Body,
  method?: 'PATCH' | 'PUT',
): Promise<void> {
  const state = await anotherState(context);
  await stores(context, bodyOf(state), ['state'], state, method);
}
