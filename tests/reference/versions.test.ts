import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, LISTS, object, rows } from './call.js';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.stop());

const VERSIONS = ['1.0', '1.1', '1.2', '1.3', '1.4'];
const FIRST = new Map([
  ['list_archive_url', 2],
  ['list_archive_url_format', 2],
  ['commit_url_format', 2],
  ['actor', 2],
  ['related', 2],
  ['settings', 2],
  ['addressed', 3],
  ['show_dependencies', 4],
  ['dependencies', 4],
  ['dependents', 4],
]);
const SINGLE = ['covers/1/', 'patches/1/', 'series/1/', 'projects/1/', 'users/3/', 'people/1/'];

function keysWithin(value: unknown, into: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const each of value) keysWithin(each, into);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) keysWithin(each, into.add(key));
  }
  return into;
}

describe.each(VERSIONS)('version %s', (version) => {
  const at = VERSIONS.indexOf(version);

  test('has the fields of its version and no later ones', async () => {
    const seen = new Set<string>();
    for (const path of [...LISTS, ...SINGLE]) {
      const answer = await call(reference, `/api/${version}/${path}`, { role: 'user' });
      keysWithin(answer.status === 200 ? answer.body : [], seen);
    }
    for (const [field, first] of FIRST) {
      expect([field, seen.has(field)]).toEqual([field, at >= first]);
    }
  });

  test('has web_url outside of projects from 1.1 on, in every form', async () => {
    for (const path of ['bundles/', 'covers/', 'series/', 'events/?per_page=250']) {
      const body = (await call(reference, `/api/${version}/${path}`)).body;
      const bare = rows(body).map(({ project, ...rest }) => rest);
      expect([path, keysWithin(bare, new Set()).has('web_url')]).toEqual([path, at >= 1]);
    }
  });

  test('is in every URL below /api/', async () => {
    for (const path of ['', ...LISTS]) {
      const answer = await call(reference, `/api/${version}/${path}`, { role: 'user' });
      const addresses = JSON.stringify(answer.body).match(/\/api\/[^"]*/g) ?? [];
      const others = addresses.filter((each) => !each.startsWith(`/api/${version}/`));
      expect(others).toEqual([]);
    }
  });

  test('writes dates with a Z and blank fields as null', async () => {
    for (const path of LISTS) {
      const answer = await call(reference, `/api/${version}/${path}?per_page=250`, {
        role: 'user',
      });
      const text = JSON.stringify(answer.body);
      expect(text).not.toContain(':""');
      for (const [, date] of text.matchAll(/"date":"([^"]*)"/g)) {
        expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      }
    }
  });

  test('has the root, and every collection in it responds', async () => {
    const root = object((await call(reference, `/api/${version}/`)).body);
    expect(Object.keys(root)).toHaveLength(8);
    for (const [name, address] of Object.entries(root)) {
      expect(address).toBe(`${reference.url}/api/${version}/${name}/`);
      const path = String(address).slice(reference.url.length);
      expect((await call(reference, path, { role: 'user' })).status).toBe(200);
    }
  });
});

test('covers have mbox and comments from 1.1, comments url from 1.3', async () => {
  const keys = async (path: string) => Object.keys(object((await call(reference, path)).body));
  expect(await keys('/api/1.0/covers/3/')).not.toEqual(expect.arrayContaining(['mbox']));
  expect(await keys('/api/1.1/covers/3/')).toEqual(expect.arrayContaining(['mbox', 'comments']));
  expect((await call(reference, '/api/1.0/covers/3/comments/')).status).toBe(404);
  const [old] = rows((await call(reference, '/api/1.2/covers/3/comments/')).body);
  const [young] = rows((await call(reference, '/api/1.3/covers/3/comments/')).body);
  expect(Object.keys(young ?? {})).toEqual(expect.arrayContaining(['url', 'addressed']));
  expect(Object.keys(old ?? {})).not.toContain('url');
});

test('a path without a version gets the newest one', async () => {
  const plain = object((await call(reference, '/api/series/2/')).body);
  expect(Object.keys(plain)).toContain('dependents');
  expect(plain.url).toBe(`${reference.url}/api/series/2/`);
});
