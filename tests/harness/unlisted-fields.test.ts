import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { isObject } from '../../harness/place.js';
import { UnsavedField } from '../../harness/violation.js';
import { type Given, me, respond, userIn, written } from './intercepted.js';

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

test('where settings are stored as a whole, their unlisted members are sent and kept', async () => {
  let theme: unknown = 'dark';
  let sent = 0;
  const { reported, before, after } = await written(
    {
      behaviour: showing(
        (row) => {
          const { settings } = row as { settings?: object };
          return settings === undefined ? row : { ...row, settings: { ...settings, theme } };
        },
        (_, { settings }) => {
          if (settings === undefined) return;
          sent += 1;
          theme = (settings as { theme?: unknown }).theme ?? null;
        },
      ),
    },
    async (given) => {
      const json = { first_name: 'Ours' };
      await given.write.send(given.as('user'), 'PATCH', me(given), { json });
      expect(theme).toBe('dark');
    },
  );
  expect(sent).toBeGreaterThan(0);
  expect(theme).toBe('dark');
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

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
    { field: 'bio', why: expect.stringContaining('"I like tea" before the run') },
  ]);
});

/** Shows a member of the settings that the specification does not list, stored as a whole with the others. */
function withTheme(theme: { value: unknown }) {
  return showing(
    (row) => {
      const { settings } = row as { settings?: object };
      return settings === undefined
        ? row
        : { ...row, settings: { ...settings, theme: theme.value } };
    },
    (_, { settings }) => {
      if (settings !== undefined) theme.value = (settings as { theme?: unknown }).theme ?? null;
    },
  );
}

const SHOW_IDS = { json: { settings: { show_ids: true } } };

const sendSettings = (given: Given) =>
  given.write.send(given.as('user'), 'PATCH', me(given), SHOW_IDS);

test('an unlisted member of the settings that the owner changes meanwhile stays as it is, and is named', async () => {
  const theme = { value: 'dark' as unknown };
  const { reported } = await written({ behaviour: withTheme(theme) }, async (given) => {
    await sendSettings(given);
    theme.value = 'light';
  });
  expect(theme.value).toBe('light');
  expect(reported.notRestored.map(({ field }) => field)).toContain('settings.theme');
});

test('an unlisted member that a write blanks gets its value again', async () => {
  const theme = { value: 'dark' as unknown };
  const { reported, before, after } = await written(
    { behaviour: withTheme(theme) },
    async (given) => {
      await sendSettings(given);
      expect(theme.value).toBeNull();
    },
  );
  expect(theme.value).toBe('dark');
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test.for<[string, unknown]>([
  ['that is not stored as it is', ' dark '],
  ['that no program reads exactly', 2 ** 60],
])('settings with an unlisted member %s are not written', async ([, value]) => {
  const theme = { value };
  await written({ behaviour: withTheme(theme) }, async (given) => {
    await expect(sendSettings(given)).rejects.toThrow(UnsavedField);
    const json = { first_name: 'Ours' };
    expect((await given.write.send(given.as('user'), 'PATCH', me(given), { json })).status).toBe(
      200,
    );
  });
  expect(theme.value).toBe(value);
});

test('settings with credentials in an unlisted member are not written', async () => {
  let token = '';
  await written(
    {
      behaviour: showing(
        (row) => (isObject(row.settings) ? { ...row, settings: { ...row.settings, token } } : row),
        () => {},
      ),
    },
    async (given) => {
      token = given.reference.roles.user.token;
      await expect(sendSettings(given)).rejects.toThrow(/shows credentials in `settings\.token`/);
    },
  );
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

test('an unlisted number that counts writes, and a time of the last one, are nothing to name', async () => {
  let revision = 1;
  const { reported } = await written(
    {
      behaviour: showing(
        (row) => ({ ...row, revision, changed: `2024-01-01T00:00:1${revision}Z` }),
        () => {
          revision += 1;
        },
      ),
    },
    async (given) => {
      const json = { first_name: 'Ours' };
      await given.write.send(given.as('user'), 'PATCH', me(given), { json });
    },
  );
  expect(reported.notRestored).toEqual([]);
});
