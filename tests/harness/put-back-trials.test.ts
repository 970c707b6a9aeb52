import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { Inconclusive } from '../../harness/violation.js';
import { edited, me, project, projectIn, respond, userIn, written } from './intercepted.js';
import type { PassedRequest } from './proxy.js';

const isPatchOf = ({ method, path }: PassedRequest, part: string) =>
  method === 'PATCH' && path.includes(part);

test('a trial that is repeated does not undo an edit of the owner', async () => {
  let trials = 0;
  const { state } = await written(
    {
      decide: (request, { state }) => {
        if (!isPatchOf(request, 'users/')) return 'pass';
        trials += 1;
        if (trials > 1) return 'pass';
        Object.assign(userIn(state), { last_name: 'Theirs' });
        userIn(state).settings.items_per_page = 42;
        return 'lose';
      },
    },
    async (given) => {
      const json = { first_name: 'Ours' };
      const send = () => given.write.send(given.as('user'), 'PATCH', me(given), { json });
      await expect(send()).rejects.toThrow('another client changes it');
      expect(trials).toBe(1);
      expect((await send()).status).toBe(200);
    },
  );
  expect(userIn(state)).toMatchObject({ first_name: 'Ursula', last_name: 'Theirs' });
  expect(userIn(state).settings.items_per_page).toBe(42);
});

test('an edit between the PATCH of a trial and the read after it ends in no PUT and no failure', async () => {
  let isTried = false;
  const puts: string[] = [];
  const { state } = await written(
    {
      decide: (request, { state }) => {
        if (request.method === 'PUT') puts.push(request.path);
        if (request.method === 'GET' && isTried) userIn(state).last_name = 'Theirs';
        isTried = isPatchOf(request, 'users/');
        return 'pass';
      },
    },
    async (given) => {
      const sent = given.write.ready(given.as('user'), me(given));
      await expect(sent).rejects.toThrow(Inconclusive);
      await expect(sent).rejects.toThrow('another client changes it, so nothing more was written');
    },
  );
  expect(puts).toEqual([]);
  expect(userIn(state).last_name).toBe('Theirs');
});

/** Answers each read of a project as it was first read at the same address. */
function caching(behaviour: Behaviour): void {
  const cache = new Map<string, Response>();
  behaviour.front = async (request, answer) => {
    const isCached =
      request.method === 'GET' && /projects\/\d+\/$/.test(new URL(request.url).pathname);
    if (!isCached) return answer(request);
    const response = cache.get(request.url) ?? (await answer(request));
    cache.set(request.url, response.clone());
    return response;
  };
}

test('an original behind a cache is read past it, so an edit before the first write stays', async () => {
  const theirs = 'https://git.example.org/new.git';
  const { reported, state } = await written({ behaviour: caching }, async (given) => {
    const api = given.as('maintainer', '1.4');
    expect((await api.get(project(given))).json).not.toMatchObject({ scm_url: theirs });
    await edited(given.reference, project(given), { scm_url: theirs }, 'maintainer');
    const json = { web_url: 'https://e.test/a' };
    // That the cache shows none of the writes is named, whatever was written.
    await given.write
      .send(given.as('maintainer'), 'PATCH', project(given), { json })
      .catch(() => {});
  });
  expect(projectIn(state).scm_url).toBe(theirs);
  expect(reported.notRestored).toEqual([]);
});

const URLS = ['web_url', 'scm_url', 'webscm_url', 'list_archive_url'] as const;

test.for<[string, string | null]>([
  ['blank', null],
  ['outdated', 'no URL any more'],
])(
  'where a 400 names one %s field at a time, nothing is written, which is no failure',
  async ([, value]) => {
    let writes = 0;
    const { reported, before, after } = await written(
      {
        state: (state) => {
          for (const name of URLS) projectIn(state)[name] = value;
        },
        front: ({ body }, answer) => {
          writes += 1;
          const refused = URLS.find((name) => name in body && body[name] === value);
          return refused === undefined ? answer() : respond(400, { [refused]: ['Not valid.'] });
        },
      },
      async (given) => {
        const send = () =>
          given.write.send(given.as('maintainer'), 'PATCH', project(given), {
            json: { web_url: 'https://e.test/a' },
          });
        await expect(send()).rejects.toThrow(Inconclusive);
        await expect(send()).rejects.toThrow('could not be found out in 3 writes');
      },
    );
    expect(writes).toBe(3);
    expect(after).toEqual(before);
    expect(reported.notRestored).toEqual([]);
  },
);

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
