import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { isObject } from '../../harness/place.js';
import { UnsavedField } from '../../harness/violation.js';
import { me, respond, userIn, written } from './intercepted.js';

/** Shows more of the user than the specification lists, and notes each body that was accepted. */
function showing(
  more: (row: Record<string, unknown>) => Record<string, unknown>,
  accepted: (method: string, body: Record<string, unknown>) => void,
) {
  return (behaviour: Behaviour) => {
    behaviour.front = async (request, answer) => {
      if (!new URL(request.url).pathname.endsWith('/users/3/')) return answer(request);
      const { method, headers } = request;
      const body = method === 'GET' ? undefined : await request.text();
      const response = await answer(
        new Request(request.url, { method, headers, ...(body === undefined ? {} : { body }) }),
      );
      if (response.status >= 300) return response;
      if (body !== undefined) accepted(method, JSON.parse(body) as Record<string, unknown>);
      return respond(response.status, more((await response.json()) as Record<string, unknown>));
    };
  };
}

test('an unlisted field that a PUT blanks is named; one that moves by itself is not', async () => {
  let bio: unknown = 'I like tea';
  let reads = 0;
  const { reported } = await written(
    {
      behaviour: showing(
        (row) => {
          reads += 1;
          return { ...row, bio, reads };
        },
        (method, body) => {
          if (method === 'PUT') bio = body.bio ?? null;
        },
      ),
    },
    async (given) => {
      const json = {
        first_name: 'Ours',
        last_name: 'Ours too',
        settings: { send_email: true, items_per_page: 7, show_ids: true },
      };
      const answer = await given.write.send(given.as('user'), 'PUT', me(given), { json });
      expect(answer).toMatchObject({ status: 200, json: { bio: null } });
    },
  );
  expect(reported.notRestored).toMatchObject([
    { field: 'bio', why: expect.stringContaining('"I like tea" was not restored') },
  ]);
});

test('an unlisted field that a PUT blanks is put back by PATCH', async () => {
  let bio: unknown = 'I like tea';
  const { reported } = await written(
    {
      behaviour: showing(
        (row) => ({ ...row, bio }),
        (method, body) => {
          if (method === 'PUT' || 'bio' in body) bio = body.bio ?? null;
        },
      ),
    },
    async (given) => {
      const settings = { send_email: true, items_per_page: 7, show_ids: true };
      const json = { first_name: 'Ours', last_name: 'Ours too', settings };
      const answer = await given.write.send(given.as('user'), 'PUT', me(given), { json });
      expect(answer).toMatchObject({ status: 200, json: { bio: null } });
    },
  );
  expect(bio).toBe('I like tea');
  expect(reported.notRestored).toEqual([]);
});

test('what a PUT of a patch blanks without naming it is put back', async () => {
  const pullUrl = 'https://git.example.org/pull.git/for-next';
  let target = 0;
  const { reported, state } = await written(
    {
      state: ({ patches }) => {
        for (const [index, patch] of [...patches.values()].entries()) {
          patch.pull_url = pullUrl;
          patch.relation = 1000 + Math.floor(index / 2);
        }
      },
      front: async ({ method, path, body }, answer, { patches }) => {
        const response = await answer();
        const patch = patches.get(Number(/patches\/(\d+)\/$/.exec(path)?.[1]));
        if (method !== 'PUT' || patch === undefined || !response.ok) return response;
        target = patch.id;
        if (!('pull_url' in body)) patch.pull_url = null;
        if (!('related' in body)) patch.relation = null;
        return response;
      },
    },
    async ({ write, as }) => {
      const json = { state: 'accepted', delegate: null };
      const path = `patches/${write.patch()}/`;
      expect((await write.send(as('maintainer'), 'PUT', path, { json })).status).toBe(200);
    },
  );
  const patch = state.patches.get(target);
  const related = [...state.patches.values()].filter((each) => each.relation === patch?.relation);
  expect(related).toHaveLength(2);
  expect(reported.notRestored).toEqual([]);
});

test('settings with an unlisted member are not written, since it could be lost; all else is', async () => {
  let sent = 0;
  const { reported, before, after } = await written(
    {
      behaviour: showing(
        (row) =>
          isObject(row.settings) ? { ...row, settings: { ...row.settings, theme: 'dark' } } : row,
        (_, { settings }) => {
          if (settings !== undefined) sent += 1;
        },
      ),
    },
    async (given) => {
      const send = (method: 'PATCH' | 'PUT', json: object) =>
        given.write.send(given.as('user'), method, me(given), { json });
      const settings = { show_ids: true };
      await expect(send('PATCH', { settings })).rejects.toThrow(UnsavedField);
      await expect(send('PATCH', { settings })).rejects.toThrow('shows `settings.theme`, which');
      await expect(send('PUT', { first_name: 'Ours' })).rejects.toThrow('no PUT was sent');
      expect((await send('PATCH', { first_name: 'Ours' })).status).toBe(200);
    },
  );
  expect(sent).toBe(0);
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('an unlisted field that the first write changes for good is named', async () => {
  let bio: unknown = 'I like tea';
  const { reported, state } = await written(
    {
      behaviour: showing(
        (row) => ({ ...row, bio }),
        () => {
          bio = null;
        },
      ),
    },
    async (given) => {
      const json = { first_name: 'Ours' };
      await given.write.send(given.as('user'), 'PATCH', me(given), { json });
    },
  );
  expect(userIn(state).first_name).toBe('Ursula');
  expect(reported.notRestored).toMatchObject([{ field: 'bio' }]);
});

test.for<[string, (write: number) => unknown]>([
  ['number that counts writes', (write) => write],
  ['time of the last one', (write) => `2024-01-01 00:00:1${write}`],
  ['tag of the last one', (write) => `W/"${(write * 7919) % 1000}"`],
])('an unlisted %s is nothing to name', async ([, value]) => {
  let writes = 1;
  const { reported } = await written(
    {
      behaviour: showing(
        (row) => ({ ...row, more: value(writes) }),
        () => {
          writes += 1;
        },
      ),
    },
    async (given) => {
      const json = { first_name: 'Ours' };
      await given.write.send(given.as('user'), 'PATCH', me(given), { json });
    },
  );
  expect(writes).toBeGreaterThan(3);
  expect(reported.notRestored).toEqual([]);
});

test('an unlisted number that a PUT sets to another one is named', async () => {
  let quota = 5;
  const { reported } = await written(
    {
      behaviour: showing(
        (row) => ({ ...row, quota }),
        (method) => {
          if (method === 'PUT') quota = 100;
        },
      ),
    },
    async (given) => {
      const settings = { send_email: true, items_per_page: 7, show_ids: true };
      const json = { first_name: 'Ours', last_name: 'Ours too', settings };
      await given.write.send(given.as('user'), 'PUT', me(given), { json });
    },
  );
  expect(reported.notRestored).toMatchObject([{ field: 'quota' }]);
});

test('an unlisted field that a PUT left, and that another client resets later, is left alone and named', async () => {
  let isFlagged: unknown = true;
  const puts: unknown[] = [];
  const { reported } = await written(
    {
      behaviour: showing(
        (row) => ({ ...row, flagged: isFlagged }),
        (method, body) => {
          if (Object.hasOwn(body, 'flagged')) puts.push([method, body.flagged]);
        },
      ),
    },
    async (given) => {
      const json = {
        first_name: 'Ours',
        last_name: 'Ours too',
        settings: { send_email: true, items_per_page: 7, show_ids: true },
      };
      await given.write.send(given.as('user'), 'PUT', me(given), { json });
      isFlagged = false;
    },
  );
  expect(puts).toEqual([]);
  expect(reported.notRestored).toMatchObject([
    { field: 'flagged', why: expect.stringContaining('or another client') },
  ]);
});

test('where the last look at a field that a write changed besides gets no answer, that is named', async () => {
  let bio: unknown = 'I like tea';
  const shown = showing(
    (row) => ({ ...row, bio }),
    () => {
      bio = 'changed besides';
    },
  );
  const { reported } = await written(
    {
      behaviour(behaviour) {
        shown(behaviour);
        const { front } = behaviour;
        behaviour.front = (request, answer) =>
          /[?&]look=[^&]*last/.test(request.url)
            ? Promise.resolve(respond(500, { detail: 'No database.' }))
            : front(request, answer);
      },
    },
    async (given) => {
      const { first_name } = userIn(given.state);
      await given.write.send(given.as('user'), 'PATCH', me(given), { json: { first_name } });
    },
  );
  expect(reported.notRestored).toMatchObject([
    { field: '*', why: expect.stringContaining('cannot be read, so whether a write changed') },
  ]);
});
