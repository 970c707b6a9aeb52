import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, ids, object } from './call.js';

let reference: Reference;
beforeEach(async () => {
  reference = await startReference();
});
afterEach(() => reference.stop());

const role = 'user';
const form = new FormData();
form.append('name', 'made');
form.append('patches', '7');
form.append('patches', '1');
form.append('public', 'false');

describe.each([
  ['JSON', { json: { name: 'made', patches: [7, 1], public: false, owner: 1, id: 3 } }],
  ['a form', { form: 'name=made&patches=7&patches=1&public=false' }],
  ['multipart', { form }],
])('with %s', (_kind, body) => {
  test('a bundle is created, read, updated and deleted', async () => {
    const made = await call(reference, '/api/1.2/bundles/', { role, method: 'POST', ...body });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      id: 17,
      name: 'made',
      public: false,
      owner: { username: 'ursula' },
      patches: [{ id: 7 }, { id: 1 }],
      project: { link_name: 'tideline' },
    });
    const path = '/api/1.2/bundles/17/';
    expect((await call(reference, path, { role })).body).toEqual(made.body);
    const json = { patches: [12] };
    const changed = await call(reference, path, { role, method: 'PATCH', json });
    expect(changed.body).toMatchObject({ name: 'made', public: false, patches: [{ id: 12 }] });
    await call(reference, path, { role, method: 'PATCH', form: 'public=true' });
    expect((await call(reference, path)).status).toBe(200);
    const whole = { name: 'put', patches: [1] };
    const put = await call(reference, path, { role, method: 'PUT', json: whole });
    expect([put.status, object(put.body).name]).toEqual([200, 'put']);
    expect((await call(reference, path, { role, method: 'DELETE' })).status).toBe(204);
    expect((await call(reference, path, { role })).status).toBe(404);
  });
});

test.each([
  [{}, ['name', 'patches']],
  [{ name: '', patches: [], public: 'maybe' }, ['name', 'patches', 'public']],
  [{ name: 'x'.repeat(51), patches: [1] }, ['name']],
  [{ name: 'x', patches: [999_999] }, ['patches']],
  [{ name: 'x', patches: ['a'] }, ['patches']],
  [{ name: 'x', patches: 'a' }, ['patches']],
  [{ name: 'x', patches: [1, 2] }, ['patches']],
  [{ name: null, patches: [1] }, ['name']],
  [{ name: 'nul \0', patches: [1] }, ['name']],
  [{ name: 'x', patches: [1], public: null }, ['public']],
])('%j is refused under %j, and nothing is made', async (json, fields) => {
  const before = reference.snapshot();
  const answer = await call(reference, '/api/1.3/bundles/', { role, method: 'POST', json });
  expect(answer.status).toBe(400);
  expect(Object.keys(object(answer.body))).toEqual(fields);
  for (const messages of Object.values(object(answer.body))) {
    expect(messages).toEqual([expect.any(String)]);
  }
  expect(reference.snapshot()).toEqual(before);
});

test('only the owner writes: 403 for a public bundle, 404 for a private one', async () => {
  const [open] = await ids(reference, '/api/1.3/bundles/?owner=ursula');
  const [secret] = await ids(reference, '/api/1.3/bundles/?public=false', { role });
  const before = reference.snapshot();
  for (const method of ['PATCH', 'PUT', 'DELETE']) {
    for (const [id, stranger] of [
      [open, 403],
      [secret, 404],
      [999_999, 404],
    ]) {
      const path = `/api/1.3/bundles/${id}/`;
      const json = { name: 'taken', patches: [1] };
      const other = await call(reference, path, { role: 'other', method, json });
      expect([method, id, other.status]).toEqual([method, id, stranger]);
      expect((await call(reference, path, { method, json })).status).toBe(403);
    }
  }
  expect((await call(reference, '/api/1.3/bundles/', { method: 'POST', json: {} })).status).toBe(
    403,
  );
  expect(reference.snapshot()).toEqual(before);
});

test('before 1.2 bundles are read-only', async () => {
  for (const version of ['1.0', '1.1']) {
    const made = await call(reference, `/api/${version}/bundles/`, { role, method: 'POST' });
    expect(made.status).toBe(405);
    expect(made.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const changed = await call(reference, `/api/${version}/bundles/1/`, { role, method: 'PATCH' });
    expect(changed.status).toBe(405);
  }
});
