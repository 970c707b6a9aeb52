import { expect, test } from 'vitest';
import { me, project, projectIn, userIn, written } from './intercepted.js';

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
