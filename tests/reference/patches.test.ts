import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, object, rows } from './call.js';

let reference: Reference;
beforeEach(async () => {
  reference = await startReference();
});
afterEach(() => reference.stop());

const role = 'maintainer';

test('PUT requires state and delegate; unknown states and delegates are rejected', async () => {
  const send = async (method: string, json: object) =>
    call(reference, '/api/1.3/patches/8/', { role, method, json });
  expect(Object.keys(object((await send('PUT', {})).body))).toEqual(['state', 'delegate']);
  expect(Object.keys(object((await send('PATCH', { state: 'no-such' })).body))).toEqual(['state']);
  expect(Object.keys(object((await send('PATCH', { delegate: 3 })).body))).toEqual(['delegate']);
  expect((await send('PUT', { state: 'new', delegate: null })).status).toBe(200);
});

test('relations: two of them are not merged, an empty list removes the patch', async () => {
  const relate = (related: number[]) =>
    call(reference, '/api/1.3/patches/6/', { role, method: 'PATCH', json: { related } });
  const [mate] = rows(object((await call(reference, '/api/1.3/patches/6/')).body).related);
  expect(mate).toMatchObject({ id: 11 });
  await call(reference, '/api/1.3/patches/8/', { role, method: 'PATCH', json: { related: [9] } });
  expect((await relate([8])).status).toBe(409);
  expect(object((await relate([])).body).related).toEqual([]);
});

test('unauthorized callers cannot write, and patches cannot be created or deleted', async () => {
  const json = { state: 'new' };
  const status = async (path: string, how: object) => (await call(reference, path, how)).status;
  expect(await status('/api/1.3/patches/8/', { role: 'other', method: 'PATCH', json })).toBe(403);
  expect(await status('/api/1.3/patches/8/', { method: 'PATCH', json })).toBe(403);
  expect(await status('/api/1.3/patches/', { role, method: 'POST', json })).toBe(405);
  expect(await status('/api/1.3/patches/8/', { role, method: 'DELETE' })).toBe(405);
});
