import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, ids, LISTS, rows } from './call.js';

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

test('URLs contain the prefix and the Host of the request, and respond', async () => {
  const [cover] = rows((await call(other, '/api/1.3/covers/?project=tideline')).body);
  for (const field of ['url', 'web_url', 'mbox', 'comments']) {
    const address = String(cover?.[field]);
    expect(address.startsWith(`${other.url}/`)).toBe(true);
    expect((await call(other, address.slice(other.url.length))).status).toBe(200);
  }
  expect((await fetch(other.url.replace('/patchwork', '/api/1.3/'))).status).toBe(404);
});

test('every mailbox and page of an unusual message id responds', async () => {
  for (const kind of ['covers', 'patches']) {
    for (const row of rows((await call(one, `/api/1.3/${kind}/?per_page=100`)).body)) {
      for (const address of [row.web_url, row.mbox]) {
        const answer = await call(one, String(address).slice(one.url.length));
        expect([address, answer.status]).toEqual([address, 200]);
      }
    }
  }
});

describe('a replaced entry of the behaviour', () => {
  test('changes the instance', async () => {
    const behaviour = soundBehaviour();
    behaviour.paging.maximum = 7;
    delete behaviour.fields.cover.list.name;
    behaviour.versions = ['1.0', '1.1', '1.2'];
    const changed = await startReference({ behaviour });
    expect(await ids(changed, '/api/1.2/patches/')).toHaveLength(30);
    expect(await ids(changed, '/api/1.2/patches/?per_page=50')).toHaveLength(7);
    const [cover] = rows((await call(changed, '/api/covers/?per_page=1')).body);
    expect(Object.keys(cover ?? {})).not.toContain('name');
    expect((await call(changed, '/api/1.3/')).status).toBe(404);
    await changed.stop();
  });

  test('does not change other instances', async () => {
    const behaviour = soundBehaviour();
    const touched = behaviour.fields.cover.detail.web_url;
    if (touched !== undefined) touched.since = '1.4';
    expect(soundBehaviour().fields.cover.detail.web_url?.since).toBe('1.1');
    expect(behaviour.fields.cover.list.web_url?.since).toBe('1.1');
    const [cover] = rows((await call(one, '/api/1.1/covers/?per_page=1')).body);
    expect(Object.keys(cover ?? {})).toContain('web_url');
  });
});
