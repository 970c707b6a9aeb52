import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, object, rows } from './call.js';

let reference: Reference;
beforeEach(async () => {
  reference = await startReference();
});
afterEach(() => reference.stop());

const PROJECT_FIELDS = [
  'web_url',
  'scm_url',
  'webscm_url',
  'list_archive_url',
  'list_archive_url_format',
  'commit_url_format',
];
const settings = { send_email: true, items_per_page: 17, show_ids: true };

describe('projects', () => {
  const path = '/api/1.2/projects/tideline/';

  test.each(PROJECT_FIELDS)('%s is written and can be blank', async (field) => {
    const before = object((await call(reference, path)).body);
    for (const value of ['https://new.example.org/{}', null]) {
      const json = { [field]: value, name: 'not writable' };
      const answer = await call(reference, path, { role: 'maintainer', method: 'PATCH', json });
      expect([answer.status, answer.body]).toEqual([200, { ...before, [field]: value }]);
      expect((await call(reference, '/api/1.3/projects/1/')).body).toMatchObject({
        [field]: value,
      });
    }
  });

  test('an invalid URL is rejected under its field', async () => {
    const json = { web_url: `https://${'x'.repeat(3000)}/`, scm_url: 'no address' };
    const answer = await call(reference, path, { role: 'maintainer', method: 'PATCH', json });
    expect([answer.status, Object.keys(object(answer.body))]).toEqual([
      400,
      ['web_url', 'scm_url'],
    ]);
  });

  test('only a maintainer can write', async () => {
    const json = { web_url: 'https://new.example.org/' };
    const statuses = [];
    for (const how of [{ role: 'user' as const }, {}]) {
      statuses.push((await call(reference, path, { ...how, method: 'PUT', json })).status);
    }
    const unknown = '/api/1.2/projects/999/';
    const role = 'maintainer';
    statuses.push((await call(reference, unknown, { role, method: 'PATCH', json })).status);
    const foreign = '/api/1.2/projects/2/';
    statuses.push((await call(reference, foreign, { role, method: 'PATCH', json })).status);
    expect(statuses).toEqual([403, 403, 404, 403]);
  });
});

describe('users', () => {
  const path = '/api/1.2/users/3/';
  const role = 'user';

  test('update their own names and settings', async () => {
    const json = { first_name: 'Uschi', username: 'not writable', settings: { show_ids: false } };
    const patched = await call(reference, path, { role, method: 'PATCH', json });
    expect(patched.body).toMatchObject({
      first_name: 'Uschi',
      username: 'ursula',
      settings: { show_ids: false, items_per_page: 100 },
    });
    const whole = { first_name: '', last_name: 'Ø', settings };
    const put = await call(reference, path, { role, method: 'PUT', json: whole });
    expect(put.body).toMatchObject({ ...whole, first_name: null });
    expect((await call(reference, path, { role })).body).toEqual(put.body);
    const form = 'settings.items_per_page=40&last_name=Formed';
    const formed = await call(reference, path, { role, method: 'PATCH', form });
    expect(formed.body).toMatchObject({
      last_name: 'Formed',
      settings: { ...settings, items_per_page: 40 },
    });
  });

  test.each([
    [{ first_name: 'x'.repeat(1000) }, { first_name: [expect.any(String)] }],
    [
      { settings: { items_per_page: 'many', show_ids: 7 } },
      { settings: { items_per_page: [expect.any(String)], show_ids: [expect.any(String)] } },
    ],
    [{ settings: 5 }, { settings: { non_field_errors: [expect.any(String)] } }],
  ])('%j is refused', async (json, body) => {
    const before = reference.snapshot();
    const answer = await call(reference, path, { role, method: 'PATCH', json });
    expect([answer.status, answer.body]).toEqual([400, body]);
    expect(reference.snapshot()).toEqual(before);
  });

  test('cannot update others', async () => {
    const json = { first_name: 'x', settings };
    const status = async (id: number, as: object) =>
      (await call(reference, `/api/1.3/users/${id}/`, { ...as, method: 'PUT', json })).status;
    expect(await status(2, { role })).toBe(403);
    expect(await status(999, { role })).toBe(404);
    expect(await status(3, {})).toBe(403);
  });
});

describe('checks', () => {
  const path = '/api/1.2/patches/7/checks/';
  const role = 'maintainer';

  test.each([
    ['JSON', { json: { state: 'warning', context: 'new-one', description: 'ü', user: 1 } }],
    ['a form', { form: 'state=warning&context=new-one&description=%C3%BC' }],
  ])('are made with %s, and an event tells of it', async (_kind, body) => {
    const made = await call(reference, path, { role, method: 'POST', ...body });
    expect(made.status).toBe(201);
    const check = object(made.body);
    expect(check).toMatchObject({
      state: 'warning',
      target_url: null,
      context: 'new-one',
      description: 'ü',
      user: { username: 'maren' },
    });
    expect(Math.abs(Date.parse(String(check.date)) - Date.now())).toBeLessThan(60_000);
    expect((await call(reference, `${path}${check.id}/`)).body).toEqual(made.body);
    const [event] = rows((await call(reference, '/api/1.2/events/?patch=7')).body);
    expect(event).toMatchObject({
      category: 'check-created',
      actor: { username: 'maren' },
      payload: { patch: { id: 7 }, check: { id: check.id, context: 'new-one' } },
    });
  });

  test('are rejected under the invalid fields', async () => {
    const json = { state: 'bogus', context: 'x y', target_url: 'not a url', description: {} };
    const answer = await call(reference, path, { role, method: 'POST', json });
    expect(answer.status).toBe(400);
    expect(Object.keys(object(answer.body)).sort()).toEqual(Object.keys(json).sort());
  });

  test('are created by maintainers only', async () => {
    const json = { state: 'pending' };
    for (const [how, to, status] of [
      [{ role: 'user' as const }, path, 403],
      [{}, path, 403],
      [{ role }, '/api/1.2/patches/2/checks/', 403],
      [{ role }, '/api/1.2/patches/9999/checks/', 404],
    ] as const) {
      expect((await call(reference, to, { ...how, method: 'POST', json })).status).toBe(status);
    }
  });
});

describe.each(['covers/3/comments/', 'patches/6/comments/'])('comments below %s', (list) => {
  test('are marked as addressed by maintainers only', async () => {
    const [row] = rows((await call(reference, `/api/1.3/${list}`)).body);
    const path = `/api/1.3/${list}${row?.id}/`;
    for (const addressed of [true, false]) {
      const json = { addressed, content: 'not writable' };
      const answer = await call(reference, path, { role: 'maintainer', method: 'PATCH', json });
      expect([answer.status, answer.body]).toEqual([200, { ...row, addressed }]);
    }
    const status = async (how: object) => (await call(reference, path, how)).status;
    const json = { addressed: true };
    expect(await status({ role: 'user', method: 'PATCH', json })).toBe(403);
    expect(await status({ method: 'PATCH', json })).toBe(403);
    const bad = { role: 'maintainer' as const, method: 'PATCH', json: { addressed: 'perhaps' } };
    expect((await call(reference, path, bad)).body).toEqual({ addressed: [expect.any(String)] });
    const foreign = path.replace(/\/\d+\/comments/, '/1/comments');
    expect((await call(reference, foreign)).status).toBe(404);
  });
});
