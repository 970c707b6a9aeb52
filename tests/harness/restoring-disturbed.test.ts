import { expect, test } from 'vitest';
import { call } from '../reference/call.js';
import { me, project, projectIn, userIn, written } from './intercepted.js';
import type { Fate } from './proxy.js';
import type { Writing } from './writing.js';

test('a bundle of the owner with the id of one that the run has deleted is left alone and named', async () => {
  let path = '';
  let writes = 0;
  const { reported, state } = await written(
    {
      decide: (request) => {
        if (path !== '' && request.write > 0 && request.path.includes(path)) writes += 1;
        return 'pass';
      },
    },
    async ({ write, as, state }) => {
      const own = await write.bundle(as('user'));
      await write.send(as('user'), 'DELETE', own.path, 'none');
      const theirs = [...state.bundles.values()].find(({ owner }) => owner === 3);
      if (theirs === undefined) throw new Error('the user has no bundle');
      state.bundles.set(own.id, { ...theirs, id: own.id, name: 'My own list' });
      path = own.path;
      const sent = write.send(as('user'), 'PATCH', path, { json: { name: write.name() } });
      await expect(sent).rejects.toThrow('another object than the bundle created by this run');
    },
  );
  expect(writes).toBe(0);
  expect([...state.bundles.values()].map(({ name }) => name)).toContain('My own list');
  expect(reported.notRestored).toMatchObject([
    { field: '*', why: expect.stringContaining('"My own list" is no name that this run gave') },
  ]);
});

/** Makes a bundle as a run does, whatever becomes of the response. */
async function bundle({ write, as }: Writing): Promise<void> {
  await write.bundle(as('user')).catch(() => {});
}

test('a bundle of a lost POST that appears after the bundles were listed is removed', async () => {
  let isRestoring = false;
  let make: (() => Promise<unknown>) | undefined;
  let lists = 0;
  const { reported, before, after } = await written(
    {
      decide: async ({ method, path, body }, { reference }) => {
        if (method === 'POST') {
          const how = { role: 'user', method, json: JSON.parse(body) as unknown } as const;
          make = () => call(reference, path, how);
          return 'lose';
        }
        if (!isRestoring || !/bundles\/\?/.test(path)) return 'pass';
        lists += 1;
        if (lists === 2) await make?.();
        return 'pass';
      },
    },
    async (given) => {
      await bundle(given);
      isRestoring = true;
    },
  );
  expect(make).toBeDefined();
  expect(after).toEqual(before);
  expect(reported).toMatchObject({ restored: 1, notRestored: [], leftBehind: [] });
});

test('a bundle whose name is stored in another form is removed, also if the response was lost', async () => {
  let posts = 0;
  const { reported, before, after } = await written(
    {
      behaviour: (behaviour) => {
        const { front } = behaviour;
        behaviour.front = async (request, answer) => {
          if (request.method !== 'POST') return front(request, answer);
          posts += 1;
          const { method, headers } = request;
          const body = (await request.text()).replace('conformance-', 'CONFORMANCE-');
          return answer(new Request(request.url, { method, headers, body }));
        };
      },
      decide: ({ method }) => (method === 'POST' ? 'lose the answer' : 'pass'),
    },
    bundle,
  );
  expect(posts).toBeGreaterThan(0);
  expect(after).toEqual(before);
  expect(reported).toMatchObject({ notRestored: [], leftBehind: [] });
});

test('one read without an answer in time while restoring loses nothing', async () => {
  let isRestoring = false;
  let answer: (() => void) | undefined;
  const { reported, before, after } = await written(
    {
      decide: async ({ path }): Promise<Fate> => {
        if (!isRestoring || !/users\/3\/(\?|$)/.test(path)) return 'pass';
        if (answer === undefined) {
          await new Promise<void>((resolve) => {
            answer = resolve;
          });
        }
        // The one that was not answered in time, so that the server can end.
        answer?.();
        return 'pass';
      },
    },
    async ({ write, as }) => {
      const path = `users/${write.ownId('user')}/`;
      await write.send(as('user'), 'PATCH', path, { json: { first_name: 'Ours' } });
      await write.bundle(as('user'));
      isRestoring = true;
    },
    { timeoutMs: 500 },
  );
  expect(answer).toBeDefined();
  expect(reported.notRestored).toEqual([]);
  expect(after).toEqual(before);
});

test('events that cannot be listed are a note, and all else is restored', async () => {
  const { reported, before, after } = await written(
    {
      decide: ({ path }) =>
        path.includes('/events/')
          ? { status: 503, headers: { 'retry-after': '3600' }, arrives: false }
          : 'pass',
    },
    async ({ write, as }) => {
      const json = { archived: true };
      await write.send(as('maintainer'), 'PATCH', `patches/${write.patch()}/`, { json });
    },
  );
  const why = expect.stringContaining('events that the writes caused could not be counted');
  expect(reported).toMatchObject({ notRestored: [], leftBehind: [{ kind: 'event', why }] });
  expect(after).toEqual(before);
});

const OURS = { json: { first_name: 'Ours' } };

const WEB = { json: { web_url: 'https://e.test/ours' } };

test('an object that cannot be read before it is restored is left alone and named', async () => {
  let isRestoring = false;
  let writes = 0;
  const { reported, state } = await written(
    {
      decide: ({ path, write }) => {
        if (!isRestoring || !path.includes('projects/1/')) return 'pass';
        if (write > 0) writes += 1;
        return { status: 500, body: '{}', arrives: true };
      },
    },
    async (given) => {
      await given.write.send(given.as('maintainer'), 'PATCH', project(given), WEB);
      isRestoring = true;
    },
  );
  expect(writes).toBe(0);
  expect(projectIn(state).web_url).toBe(WEB.json.web_url);
  const why = expect.stringMatching(
    'cannot be read, so it was left alone: .*--overwrite projects/1 ',
  );
  expect(reported.notRestored).toMatchObject([{ field: 'web_url', why }]);
});

test('what the run itself made unreadable is put back', async () => {
  const { reported, before, after } = await written(
    {
      decide: ({ path, method }, { state }) =>
        /projects\/1\//.test(path) &&
        method === 'GET' &&
        projectIn(state).web_url === WEB.json.web_url
          ? { status: 500, body: '{}', arrives: true }
          : 'pass',
    },
    async (given) => {
      await given.write.send(given.as('maintainer'), 'PATCH', project(given), WEB);
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('a read-only field that was accepted, and that its owner has set since, stays as it is', async () => {
  const { reported, state } = await written(
    {
      front: ({ body }, answer, state) => {
        if (typeof body.email === 'string') userIn(state).email = body.email;
        return answer();
      },
    },
    async (given) => {
      const json = { first_name: 'Ours', email: 'ours@conformance.example.org' };
      await given.write.send(given.as('user'), 'PATCH', me(given), { json });
      expect(userIn(given.state).email).toBe(json.email);
      userIn(given.state).email = 'theirs@example.org';
    },
  );
  expect(userIn(state).email).toBe('theirs@example.org');
  expect(reported.notRestored.map(({ field }) => field)).toContain('email');
});

test.for([429, 502])(
  'an edit by the owner between a %d and the repetition that restores is not overwritten',
  async (status) => {
    let isRestoring = false;
    const writes: string[] = [];
    const { state } = await written(
      {
        decide: ({ path, write, body }, { state }) => {
          if (!isRestoring || write === 0 || !path.includes('users/3/')) return 'pass';
          writes.push(body);
          if (writes.length > 1) return 'pass';
          userIn(state).first_name = 'Theirs';
          return { status, headers: { 'retry-after': '0' }, body: '', arrives: false };
        },
      },
      async (given) => {
        await given.write.send(given.as('user'), 'PATCH', me(given), OURS);
        isRestoring = true;
      },
    );
    expect(writes).toHaveLength(1);
    expect(userIn(state).first_name).toBe('Theirs');
  },
);

test('a 429 while restoring, without an edit, loses nothing', async () => {
  let isRestoring = false;
  let refused = 0;
  const { reported, before, after } = await written(
    {
      decide: ({ path, write }) => {
        if (!isRestoring || write === 0 || !path.includes('users/3/') || refused > 1) return 'pass';
        refused += 1;
        return { status: 429, headers: { 'retry-after': '0' }, body: '', arrives: false };
      },
    },
    async (given) => {
      await given.write.send(given.as('user'), 'PATCH', me(given), OURS);
      isRestoring = true;
    },
  );
  expect(refused).toBe(2);
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('an edit of an accepted read-only field between a 429 and the repetition is not overwritten', async () => {
  let isRestoring = false;
  const writes: string[] = [];
  const { state } = await written(
    {
      front: ({ body }, answer, state) => {
        if (typeof body.email === 'string') userIn(state).email = body.email;
        return answer();
      },
      decide: ({ path, write, body }, { state }) => {
        if (!isRestoring || write === 0 || !path.includes('users/3/')) return 'pass';
        writes.push(body);
        if (writes.length > 1) return 'pass';
        userIn(state).email = 'theirs@example.org';
        return { status: 429, headers: { 'retry-after': '0' }, body: '', arrives: false };
      },
    },
    async (given) => {
      const json = { first_name: 'Ours', email: 'ours@conformance.example.org' };
      await given.write.send(given.as('user'), 'PATCH', me(given), { json });
      isRestoring = true;
    },
  );
  expect(userIn(state).email).toBe('theirs@example.org');
});

test('a first look that was stale does not keep a refused write from being repeated', async () => {
  let isRestoring = false;
  let stale = '';
  let writes = 0;
  const { reported, before, after } = await written(
    {
      // So that no PUT helps out.
      state: (state) => {
        userIn(state).first_name = ' Ursula ';
      },
      decide: ({ method, path, write }) => {
        if (!isRestoring || !path.includes('users/3/')) return 'pass';
        if (write > 0) {
          writes += 1;
          const refused = { status: 429, headers: { 'retry-after': '0' }, body: '' };
          return writes === 1 ? { ...refused, arrives: false } : 'pass';
        }
        const isFirst = method === 'GET' && path.includes('-before');
        return isFirst ? { status: 200, body: stale, arrives: true } : 'pass';
      },
    },
    async (given) => {
      stale = JSON.stringify((await given.as('user', '1.4').get(me(given))).json);
      const json = { last_name: 'Ours' };
      await given.write.send(given.as('user'), 'PATCH', me(given), { json });
      isRestoring = true;
    },
  );
  expect(after).toEqual(before);
  expect(reported.notRestored).toEqual([]);
});

test('a flag that a lost write did not blank is its owner’s when it is false then', async () => {
  let isLost = false;
  const { reported, state } = await written(
    {
      state: (state) => {
        userIn(state).settings.send_email = true;
      },
      decide: ({ method, path }) =>
        isLost && method === 'PATCH' && path.includes('users/') ? 'lose the answer' : 'pass',
    },
    async (given) => {
      await given.write.ready(given.as('user'), me(given));
      isLost = true;
      const json = { settings: { items_per_page: 7 } };
      const sent = given.write.send(given.as('user'), 'PATCH', me(given), { json });
      await expect(sent).rejects.toThrow('closed before the response was complete');
      isLost = false;
      userIn(given.state).settings.send_email = false;
    },
  );
  expect(userIn(state).settings.send_email).toBe(false);
  expect(reported.notRestored.map(({ field }) => field)).toContain('settings.send_email');
});
