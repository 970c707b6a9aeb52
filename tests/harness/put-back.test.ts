import { expect, test } from 'vitest';
import type { Project } from '../../fixtures/reference/model.js';
import { NoMoreWrites, UnsavedField } from '../../harness/violation.js';
import { me, project, respond, userIn, written } from './intercepted.js';

const NAMES = { first_name: 'Ours', last_name: 'Ours too' };

test('where PATCH is refused, PUT is used, also to put back', async () => {
  const { reported, before, after } = await written(
    { front: ({ method }, answer) => (method === 'PATCH' ? respond(405, {}) : answer()) },
    async (given) => {
      const json = { ...NAMES, settings: { send_email: true, items_per_page: 7, show_ids: true } };
      const answer = await given.write.send(given.as('user'), 'PUT', me(given), { json });
      expect(answer.status).toBe(200);
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('where PATCH is ignored, what PUT has changed is put back by PUT', async () => {
  const { reported, before, after } = await written(
    { front: ({ method }, answer) => (method === 'PATCH' ? answer(undefined, 'GET') : answer()) },
    async (given) => {
      const json = { ...NAMES, settings: { send_email: true, items_per_page: 7, show_ids: true } };
      await given.write.send(given.as('user'), 'PUT', me(given), { json });
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('where neither PATCH nor PUT takes back what is there, nothing is written', async () => {
  let writes = 0;
  const { reported, before, after } = await written(
    {
      front: () => {
        writes += 1;
        return respond(403, { detail: 'No.' });
      },
    },
    async (given) => {
      const send = () => given.write.send(given.as('user'), 'PATCH', me(given), { json: NAMES });
      await expect(send()).rejects.toThrow(NoMoreWrites);
      await expect(send()).rejects.toThrow('expected status 200, got 403');
    },
  );
  expect(writes).toBe(2);
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('a value that is not taken back is not changed; the other fields are written', async () => {
  const { reported, before, after } = await written(
    {
      state: (state) => {
        const row = state.users.get(3);
        if (row !== undefined) row.settings.items_per_page = 500;
      },
      front: ({ body }, answer) =>
        /"items_per_page":500/.test(JSON.stringify(body))
          ? respond(400, { settings: { items_per_page: ['At most 250.'] } })
          : answer(),
    },
    async (given) => {
      const api = given.as('user');
      const one = { json: { settings: { items_per_page: 7 } } };
      await expect(given.write.send(api, 'PATCH', me(given), one)).rejects.toThrow(UnsavedField);
      await expect(given.write.send(api, 'PUT', me(given), { json: NAMES })).rejects.toThrow(
        /refused the present value of `settings\.[a-z_]+`, so no PUT was sent/,
      );
      expect((await given.write.send(api, 'PATCH', me(given), { json: NAMES })).status).toBe(200);
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('a blank value that is shown as null and taken as an empty text only is put back as that', async () => {
  const { reported, before, after } = await written(
    {
      state: (state) => {
        const row = state.projects.get(1);
        if (row !== undefined) row.web_url = null;
      },
      front: ({ body }, answer) => {
        if (body.web_url === null) return respond(400, { web_url: ['May not be null.'] });
        return answer(body.web_url === '' ? { ...body, web_url: null } : body);
      },
    },
    async (given) => {
      const json = { web_url: 'https://e.test/a' };
      await given.write.send(given.as('maintainer'), 'PATCH', project(given), { json });
    },
  );
  expect(after).toEqual(before);
  expect(reported).toMatchObject({ restored: 1, notRestored: [] });
});

test('a value that is altered when it is stored again: nothing is written, and it is put back or named', async () => {
  const { reported } = await written(
    {
      front: ({ body }, answer) =>
        answer('first_name' in body ? { ...body, first_name: 'Altered' } : body),
    },
    async (given) => {
      const sent = given.write.send(given.as('user'), 'PATCH', me(given), {
        json: { last_name: 'Ours' },
      });
      await expect(sent).rejects.toThrow('expected that nothing changes, got another `first_name`');
    },
  );
  expect(reported.notRestored).toMatchObject([{ field: 'first_name' }]);
});

test.for([
  ['white space around it', 'Ursula \u00a0'],
  ['a control character', 'Ursula\tB'],
  ['an accent that is not composed', 'Rene\u0301'],
] as const)('a text with %s is not changed, since it may be stored otherwise', async ([, name]) => {
  const { reported, before, after } = await written(
    {
      state: (state) => {
        const row = state.users.get(3);
        if (row !== undefined) row.first_name = name;
      },
      front: ({ body }, answer) => {
        const text = body.first_name;
        const stored = typeof text === 'string' ? text.trim().normalize('NFC') : text;
        return answer('first_name' in body ? { ...body, first_name: stored } : body);
      },
    },
    async (given) => {
      const api = given.as('user');
      const sent = given.write.send(api, 'PATCH', me(given), { json: NAMES });
      await expect(sent).rejects.toThrow(/shows `first_name` with outer white space/);
      const json = { last_name: 'Ours' };
      expect((await given.write.send(api, 'PATCH', me(given), { json })).status).toBe(200);
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('what a write changes besides what it sent is named, also where no write puts it back', async () => {
  let project: Project | undefined;
  const { reported } = await written(
    {
      state: (state) => {
        project = state.projects.get(1);
      },
      front: ({ body }, answer) => {
        // Not by the trial, which sends what is there.
        if (project !== undefined && body.web_url === 'https://e.test/a') {
          project.maintainers = project.maintainers.slice(-1);
          project.subject_match = 'cut';
        }
        return answer();
      },
    },
    async ({ write, as }) => {
      const json = { web_url: 'https://e.test/a' };
      await write.send(as('maintainer'), 'PATCH', `projects/${write.project().id}/`, { json });
    },
  );
  const why = expect.stringMatching(/ before the run, which did not send it: a write may have /);
  expect(reported.notRestored).toMatchObject([
    { field: 'maintainers', why },
    { field: 'subject_match', why },
  ]);
});

test('a PATCH of the present values that stores others is a violation of PATCH, though a PUT puts them back', async () => {
  const { before, after } = await written(
    {
      state: (state) => {
        userIn(state).settings.items_per_page = 100;
      },
      front: ({ method, body }, answer) => {
        const { settings } = body as { settings?: { items_per_page?: number } };
        const isCapped = method === 'PATCH' && (settings?.items_per_page ?? 0) > 50;
        return answer(isCapped ? { ...body, settings: { ...settings, items_per_page: 50 } } : body);
      },
    },
    async (given) => {
      await given.write.ready(given.as('user'), me(given));
      const failed = (version: '1.3' | '1.4') =>
        given.write.failedPatch(given.as('user', version), me(given), 'value');
      expect(failed('1.4')?.message).toMatch(/^PATCH .*got another `settings.items_per_page`$/);
      expect(failed('1.3')).toBeUndefined();
    },
  );
  expect(after).toEqual(before);
});

test('what a PUT blanks without showing it is put back, whatever later responses show', async () => {
  const { reported, before, after } = await written(
    {
      front: async ({ method, body }, answer) => {
        const response = await answer(method === 'PUT' ? { last_name: '', ...body } : body);
        return Object.hasOwn(body, 'settings') && method === 'PATCH' ? response : respond(200, {});
      },
    },
    async (given) => {
      const send = (method: 'PATCH' | 'PUT', json: object) =>
        given.write.send(given.as('user'), method, me(given), { json });
      const settings = { send_email: true, items_per_page: 7, show_ids: true };
      await send('PUT', { first_name: 'Ours', settings });
      expect(userIn(given.state).last_name).toBeNull();
      await send('PATCH', { first_name: 'Ours again' });
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});
