import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, ids, LISTS, object } from './call.js';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.stop());

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

test.each(['user', 'other', 'maintainer'] as const)(
  '%s authenticates with both schemes',
  async (role) => {
    const { name, password } = reference.roles[role];
    expect((await call(reference, '/api/1.0/people/', { role })).status).toBe(200);
    const headers = basic(name, password);
    expect((await call(reference, '/api/1.0/users/', { headers })).status).toBe(200);
  },
);

test.each(LISTS)('%s is public, or does not reveal whether an object exists', async (path) => {
  const closed = path === 'people/' || path === 'users/';
  expect((await call(reference, `/api/1.3/${path}`)).status).toBe(closed ? 403 : 200);
  if (!closed) return;
  const there = await call(reference, `/api/1.3/${path}1/`);
  const notThere = await call(reference, `/api/1.3/${path}999999/`);
  expect([there.status, there.body]).toEqual([notThere.status, notThere.body]);
  expect((await call(reference, `/api/1.3/${path}1/`, { role: 'user' })).status).toBe(200);
});

test('wrong credentials are rejected everywhere; an unknown scheme is anonymous', async () => {
  for (const headers of [
    { authorization: 'Token wrong' },
    basic('ursula', 'wrong'),
    basic('x', ''),
  ]) {
    for (const path of ['/api/1.3/covers/', '/api/1.3/people/', '/api/1.3/']) {
      const answer = await call(reference, path, { headers });
      expect(answer.status).toBe(403);
      expect(object(answer.body).detail).toMatch(/^Invalid/);
    }
  }
  const headers = { authorization: 'Bearer something' };
  expect((await call(reference, '/api/1.3/covers/', { headers })).status).toBe(200);
  expect((await call(reference, '/api/1.3/people/', { headers })).status).toBe(403);
});

describe('bundles', () => {
  test('private ones are visible to their owner only', async () => {
    const own = await ids(reference, '/api/1.3/bundles/?public=false', { role: 'user' });
    const foreign = await ids(reference, '/api/1.3/bundles/?public=false', { role: 'other' });
    expect(own).toHaveLength(2);
    expect(foreign).toHaveLength(2);
    expect(await ids(reference, '/api/1.3/bundles/?public=false')).toEqual([]);
    const path = `/api/1.3/bundles/${own[0]}/`;
    expect((await call(reference, path, { role: 'user' })).status).toBe(200);
    for (const how of [{}, { role: 'other' as const }]) {
      const answer = await call(reference, path, how);
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Not found.' }]);
    }
  });

  test('the mailbox of a private one is not readable either', async () => {
    const [id] = await ids(reference, '/api/1.3/bundles/?public=false', { role: 'user' });
    const path = `/bundle/ursula/${id}/mbox/`;
    expect((await call(reference, path, { role: 'user' })).status).toBe(200);
    expect((await call(reference, path, { role: 'other' })).status).toBe(404);
    expect((await call(reference, path)).status).toBe(404);
  });
});

test('settings are returned only to the own user, from 1.2 on', async () => {
  const keys = async (path: string) =>
    Object.keys(object((await call(reference, path, { role: 'user' })).body));
  expect(await keys('/api/1.2/users/3/')).toContain('settings');
  expect(await keys('/api/1.1/users/3/')).not.toContain('settings');
  expect(await keys('/api/1.3/users/2/')).not.toContain('settings');
});
