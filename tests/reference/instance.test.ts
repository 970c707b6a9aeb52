import { afterAll, beforeAll, expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, LISTS } from './call.js';

let one: Reference;
let other: Reference;
beforeAll(async () => {
  one = await startReference();
  other = await startReference({ prefix: '/patchwork' });
});
afterAll(async () => {
  await one.stop();
  await other.stop();
});

test.each(LISTS)('two instances return the same: %s', async (path) => {
  const body = async (of: Reference) => {
    const answer = await call(of, `/api/1.4/${path}?per_page=250`, { role: 'user' });
    return JSON.stringify(answer.body).split(of.url).join('');
  };
  expect(await body(one)).toBe(await body(other));
});

test('instances share no state', async () => {
  const before = one.snapshot();
  const json = { first_name: 'changed' };
  await call(other, '/api/1.3/users/3/', { role: 'user', method: 'PATCH', json });
  expect(one.snapshot()).toEqual(before);
  expect(other.snapshot()).not.toEqual(before);
});

test('a replaced entry of the behaviour does not change other instances', async () => {
  const behaviour = soundBehaviour();
  const touched = behaviour.fields.cover.detail.web_url;
  if (touched !== undefined) touched.since = '1.4';
  expect(soundBehaviour().fields.cover.detail.web_url?.since).toBe('1.1');
  expect(behaviour.fields.cover.list.web_url?.since).toBe('1.1');
});
