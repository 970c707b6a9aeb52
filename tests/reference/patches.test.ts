import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, object, rows } from './call.js';

let reference: Reference;
beforeEach(async () => {
  reference = await startReference();
});
afterEach(() => reference.stop());

const role = 'maintainer';

test('patches have relations from 1.2 on, and series dependencies in the newest version', async () => {
  const keys = async (path: string) => Object.keys(object((await call(reference, path)).body));
  expect(await keys('/api/1.1/patches/1/')).not.toContain('related');
  expect(await keys('/api/1.2/patches/1/')).toContain('related');
  expect(await keys('/api/1.3/series/2/')).not.toContain('dependents');
  expect(await keys('/api/1.4/series/2/')).toContain('dependents');
  expect(await keys('/api/series/2/')).toContain('dependents');
});

test('an update is stored, and each change creates an event', async () => {
  const json = { state: 'rfc', delegate: 7, archived: true, commit_ref: 'abc', related: [1] };
  const answer = await call(reference, '/api/1.2/patches/8/', { role, method: 'PATCH', json });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    state: 'rfc',
    delegate: { username: 'build-robot' },
    archived: true,
    commit_ref: 'abc',
    related: [{ id: 1 }],
  });
  expect((await call(reference, '/api/1.2/patches/8/')).body).toEqual(answer.body);
  const events = rows((await call(reference, '/api/1.2/events/?patch=8')).body).slice(0, 3);
  expect(events.map((event) => [event.category, event.payload])).toMatchObject([
    ['patch-relation-changed', { previous_relation: null, current_relation: '348' }],
    ['patch-delegated', { previous_delegate: null, current_delegate: { id: 7 } }],
    ['patch-state-changed', { previous_state: 'under-review', current_state: 'rfc' }],
  ]);
});

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
