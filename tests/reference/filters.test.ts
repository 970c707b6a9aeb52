import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, ids, object, rows } from './call.js';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.stop());

const all = (path: string) => `/api/1.3/${path}${path.includes('?') ? '&' : '?'}per_page=250`;
const sorted = (list: unknown[]) => [...list].sort((one, other) => Number(one) - Number(other));

describe.each(['covers/', 'series/', 'patches/7/checks/', 'patches/?project=quarry-tools'])(
  'dates of %s',
  (path) => {
    test('before and since partition the list', async () => {
      const whole = rows((await call(reference, all(path))).body);
      const middle = String(whole[Math.floor(whole.length / 2)]?.date);
      const glue = path.includes('?') ? '&' : '?';
      for (const bound of [middle, middle.replace('Z', '')]) {
        const before = await ids(reference, all(`${path}${glue}before=${bound}`));
        const since = await ids(reference, all(`${path}${glue}since=${bound}`));
        expect(before.length).toBeGreaterThan(0);
        expect(since.length).toBeGreaterThan(0);
        expect(sorted([...before, ...since])).toEqual(sorted(whole.map((row) => row.id)));
      }
      expect(await ids(reference, all(`${path}${glue}before=nonsense`))).toEqual([]);
    });
  },
);

test.each([
  ['covers/?project=1', 'covers/?project=tideline'],
  ['bundles/?owner=3', 'bundles/?owner=ursula'],
  ['covers/?submitter=6', 'covers/?submitter=maren@home.example.net'],
  ['patches/7/checks/?user=7', 'patches/7/checks/?user=build-robot'],
])('%s and %s are one filter', async (byId, byName) => {
  const found = await ids(reference, all(byId));
  expect(found.length).toBeGreaterThan(0);
  expect(await ids(reference, all(byName))).toEqual(found);
  expect(found.length).toBeLessThan((await ids(reference, all(byId.replace(/\?.*/, '')))).length);
});

test('a repeated filter is a union, in 1.0 too, as in deployed releases', async () => {
  const one = await ids(reference, '/api/1.1/covers/?per_page=250&project=1');
  const two = await ids(reference, '/api/1.1/covers/?per_page=250&project=2');
  const both = await ids(reference, '/api/1.1/covers/?per_page=250&project=1&project=2');
  expect(sorted([...one, ...two])).toEqual(both);
  expect(await ids(reference, '/api/1.0/covers/?per_page=250&project=1&project=2')).toEqual(both);
});

test('msgid is case-sensitive and without brackets, from 1.2 on', async () => {
  const covers = rows((await call(reference, all('covers/'))).body);
  for (const cover of covers) {
    const bare = encodeURIComponent(String(cover.msgid).slice(1, -1));
    expect(await ids(reference, `/api/1.2/covers/?msgid=${bare}`)).toEqual([cover.id]);
  }
  expect(await ids(reference, '/api/1.1/covers/?msgid=none')).toHaveLength(30);
});

test('checks are filtered by the states in responses', async () => {
  for (const state of ['pending', 'success', 'warning', 'fail']) {
    const found = rows((await call(reference, all(`patches/7/checks/?state=${state}`))).body);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map((row) => row.state))).toEqual(new Set([state]));
  }
});

test.each(['project', 'series', 'submitter', 'msgid'])(
  'an unknown %s finds nothing',
  async (name) => {
    expect(await ids(reference, `/api/1.3/covers/?${name}=no-such`)).toEqual([]);
  },
);

test('events are filtered by the objects in their payload', async () => {
  for (const kind of ['series', 'patch', 'cover']) {
    const found = rows((await call(reference, all(`events/?${kind}=3`))).body);
    expect(found.length).toBeGreaterThan(0);
    for (const event of found) expect(object(object(event.payload)[kind]).id).toBe(3);
  }
  expect(await ids(reference, '/api/1.2/events/?category=patch-comment-created')).toEqual([]);
  const newest = rows((await call(reference, all('events/'))).body).map((row) => row.date);
  expect(newest).toEqual([...newest].sort().reverse());
});

test('order sorts in both directions; events before 1.2 have none', async () => {
  const names = async (order: string) =>
    rows((await call(reference, all(`patches/?order=${order}`))).body).map((row) => row.name);
  const rising = await names('name');
  expect(rising).toEqual([...rising].sort());
  expect(rising).not.toEqual(await names('id'));
  expect(await names('no-such')).toEqual(await names('id'));
  const [last] = await ids(reference, '/api/1.3/patches/?order=-id');
  expect(last).toBe(347);
  expect((await ids(reference, '/api/1.2/events/?order=date'))[0]).toBe(1);
  expect((await ids(reference, '/api/1.1/events/?order=date'))[0]).not.toBe(1);
});

test('q searches a part of the name, case-insensitively', async () => {
  const found = rows((await call(reference, all('covers/?q=STALE%20locks'))).body);
  expect(found.length).toBeGreaterThan(0);
  for (const row of found) expect(String(row.name)).toContain('stale locks');
  expect(await ids(reference, '/api/1.3/people/?q=no-such', { role: 'user' })).toEqual([]);
});
