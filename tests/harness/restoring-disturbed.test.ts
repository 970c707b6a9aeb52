import { expect, test } from 'vitest';
import { call } from '../reference/call.js';
import { written } from './intercepted.js';
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
