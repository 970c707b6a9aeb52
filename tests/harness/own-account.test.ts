import { expect, test } from 'vitest';
import type { Reference } from '../../fixtures/reference/start.js';
import { type Writing, withReference, writing } from './writing.js';

// Whose account is not written to, and why, tests/hostile shows.
test('with tokens only, two signs that agree are enough to write to the own account', async () => {
  await withReference(async ({ reference, before }) => {
    const { user, other, maintainer } = reference.roles;
    const roles = Object.fromEntries(
      Object.entries({ user, other, maintainer }).map(([role, { token }]) => [role, { token }]),
    ) as Reference['roles'];
    const work = async ({ write, as }: Writing) => {
      const path = `users/${write.ownId('user')}/`;
      const json = { first_name: 'Written' };
      expect((await write.send(as('user'), 'PATCH', path, { json })).status).toBe(200);
    };
    await writing(reference.url, reference, work, { roles, marks: true });
    expect(reference.snapshot()).toEqual(before);
  });
});
