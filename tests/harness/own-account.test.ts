import { expect, test } from 'vitest';
import { IDENTITY_MISBEHAVIOURS } from '../../fixtures/hostile/wrong-identity.js';
import { TARGET_MISBEHAVIOURS } from '../../fixtures/hostile/wrong-targets.js';
import type { Reference } from '../../fixtures/reference/start.js';
import { NEEDED_ROLES } from '../../harness/role.js';
import { Inconclusive } from '../../harness/violation.js';
import { type Writing, withReference, writing } from './writing.js';

const MISBEHAVIOURS = [...IDENTITY_MISBEHAVIOURS, ...TARGET_MISBEHAVIOURS];

/** Writes to an instance with a misbehaviour, as its roles. Returns the harm. */
async function writingTo(
  id: string,
  work: (given: Writing) => Promise<unknown>,
  { marks = false } = {},
): Promise<string[] | undefined> {
  const misbehaviour = MISBEHAVIOURS.find((each) => each.id === id);
  if (misbehaviour === undefined) throw new Error(`no misbehaviour ${id}`);
  const { url, env = {}, harm, stop } = await misbehaviour.start();
  try {
    const roles = Object.fromEntries(
      NEEDED_ROLES.flatMap((role) => {
        const [token, name] = ['TOKEN', 'NAME'].map(
          (part) => env[`CONFORMANCE_${role.toUpperCase()}_${part}`],
        );
        return token === undefined ? [] : [[role, { token, name: name || undefined }]];
      }),
    ) as Reference['roles'];
    await writing(url, { roles, project: env.CONFORMANCE_PROJECT ?? '' }, work, { marks });
    return harm?.();
  } finally {
    await stop();
  }
}

const change = async ({ write, as }: Writing) => {
  const path = `users/${write.ownId('user')}/`;
  return write.send(as('user'), 'PATCH', path, { json: { first_name: 'Written' } });
};

test('with tokens only, two signs that agree are enough', async () => {
  await withReference(async ({ reference, before }) => {
    const { user, other, maintainer } = reference.roles;
    const tokens = Object.fromEntries(
      Object.entries({ user, other, maintainer }).map(([role, { token }]) => [role, { token }]),
    ) as Reference['roles'];
    await writing(reference.url, reference, change, { roles: tokens, marks: true });
    expect(reference.snapshot()).toEqual(before);
  });
});

test.for([
  ['settings-visible-to-all', /set CONFORMANCE_USER_NAME to identify the user/],
  ['only-settings-of-first-user-visible', /set CONFORMANCE_USER_NAME to identify the user/],
  ['settings-of-first-user-as-role-user', /belongs to user 3, so nothing was written to either/],
  ['only-first-user-listed', /set CONFORMANCE_USER_NAME to identify the user/],
  ['all-bundles-owned-by-first-user', /belongs to user 1, so nothing was written to either/],
  ['all-users-have-the-same-name', /configure username and credentials of the same account/],
  ['token-and-name-of-different-users', /configure username and credentials of the same account/],
] as const)('%s: no account is written to, and the reason says why', async ([id, why]) => {
  const refused = async (given: Writing) => {
    const changing = change(given);
    await expect(changing).rejects.toThrow(Inconclusive);
    await expect(changing).rejects.toThrow(why);
  };
  // The markers tell whose the bundles of a role are.
  expect(await writingTo(id, refused, { marks: true })).toEqual([]);
});

test.for([
  'created-bundle-is-public-of-other-user',
  'created-bundle-is-private-of-other-user',
  'created-bundle-is-unlisted-own',
])('%s: a bundle that the run has not made is neither changed nor deleted', async (id) => {
  const harm = await writingTo(id, async ({ write, as }) => {
    const { path } = await write.bundle(as('user'));
    const sent = write.send(as('user'), 'PATCH', path, { json: { public: true } });
    await expect(sent).rejects.toThrow(/so nothing was written there/);
  });
  expect(harm).toEqual([]);
});

test('the project of another maintainer is not written to, nor its patches and comments', async () => {
  const harm = await writingTo('project-listed-with-other-id', async ({ write, as }) => {
    const { patch, comment } = write.comment();
    const paths = [`projects/${write.project().id}/`, `patches/${patch}/comments/${comment}/`];
    for (const path of paths) {
      const sent = write.send(as('maintainer'), 'PATCH', path, { json: {} });
      await expect(sent).rejects.toThrow(/returned another object/);
    }
    const check = write.send(as('maintainer'), 'POST', `patches/${write.patch()}/checks/`, {
      json: { state: 'success' },
    });
    await expect(check).rejects.toThrow(/returned another object/);
  });
  expect(harm).toEqual([]);
});
