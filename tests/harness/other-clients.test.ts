import { expect, test } from 'vitest';
import type { State } from '../../fixtures/reference/model.js';
import { NoMoreWrites } from '../../harness/violation.js';
import {
  edited,
  me,
  patchIn,
  project,
  projectIn,
  respond,
  userIn,
  written,
} from './intercepted.js';
import type { PassedRequest } from './proxy.js';
import { linesOf } from './writing.js';

/** Two states that a patch of an instance does not have. */
function otherStates({ patches }: State, id: number): string[] {
  const own = patchIn({ patches }, id).state;
  const all = new Set([...patches.values()].map(({ state }) => state));
  return [...all].filter((state) => state !== own).slice(0, 2);
}

test.for(['last_name', 'first_name'] as const)(
  'after an edit of %s by the owner nothing more is written to the object, which is left alone and named',
  async (field) => {
    const { reported, state } = await written({}, async (given) => {
      const send = (first_name: string) =>
        given.write.send(given.as('user'), 'PATCH', me(given), { json: { first_name } });
      await send('Ours');
      await edited(given.reference, me(given), { [field]: 'Theirs' });
      const says = 'another client changes it, so nothing more was written';
      await expect(send('Ours again')).rejects.toThrow(says);
      await expect(send('And again')).rejects.toThrow(says);
    });
    expect(userIn(state)).toMatchObject({ first_name: 'Ours', [field]: 'Theirs' });
    const why = expect.stringMatching(/--overwrite users\/3 .*--keep users\/3 /);
    const fields = [...new Set(['first_name', field])];
    expect(reported.notRestored).toMatchObject(fields.map((each) => ({ field: each, why })));
    expect(reported.journal).toBeDefined();
  },
);

test('a value of the owner that looks like one of another run is not overwritten', async () => {
  const theirs = 'https://git.example.net/vulkan-conformance';
  const { reported, state } = await written({}, async (given) => {
    const json = { web_url: 'https://e.test/a' };
    await given.write.send(given.as('maintainer'), 'PATCH', project(given), { json });
    await edited(given.reference, project(given), { web_url: theirs }, 'maintainer');
  });
  expect(projectIn(state).web_url).toBe(theirs);
  expect(reported.notRestored).toMatchObject([{ field: 'web_url' }]);
});

test('a value of a maintainer in a field that a PUT did not name is not overwritten', async () => {
  let id = 0;
  let isSending = false;
  const { reported, state } = await written(
    {
      // After the run has looked at the patch, and before it writes.
      front: (_, answer, state) => {
        if (isSending) patchIn(state, id).archived = true;
        isSending = false;
        return answer();
      },
    },
    async ({ write, as, state }) => {
      id = write.patch();
      const path = `patches/${id}/`;
      await write.ready(as('maintainer'), path);
      isSending = true;
      const json = { state: otherStates(state, id)[0], delegate: null };
      const answer = await write.send(as('maintainer'), 'PUT', path, { json });
      expect(answer).toMatchObject({ status: 200, json: { archived: true } });
    },
  );
  expect(patchIn(state, id).archived).toBe(true);
  expect(reported.notRestored.map(({ field }) => field)).toContain('archived');
});

test('a value of the owner in a member of settings that a PATCH did not name is not overwritten', async () => {
  let isSending = false;
  const { reported, state } = await written(
    {
      front: (_, answer, state) => {
        if (isSending) userIn(state).settings.items_per_page = 42;
        isSending = false;
        return answer();
      },
    },
    async (given) => {
      await given.write.ready(given.as('user'), me(given));
      isSending = true;
      const json = { settings: { show_ids: true } };
      const answer = await given.write.send(given.as('user'), 'PATCH', me(given), { json });
      expect(answer).toMatchObject({ status: 200, json: { settings: { items_per_page: 42 } } });
    },
  );
  expect(userIn(state).settings.items_per_page).toBe(42);
  expect(reported.notRestored.map(({ field }) => field)).toContain('settings.items_per_page');
});

test('a value that the run sent before its last one is not its own when a maintainer sets it', async () => {
  let id = 0;
  let theirs = '';
  const { reported, state } = await written({}, async ({ write, as, reference, state }) => {
    id = write.patch();
    const path = `patches/${id}/`;
    const others = otherStates(state, id);
    for (const each of others) {
      await write.send(as('maintainer'), 'PATCH', path, { json: { state: each } });
    }
    theirs = others[0] ?? '';
    await edited(reference, path, { state: theirs }, 'maintainer');
  });
  expect(patchIn(state, id).state).toBe(theirs);
  expect(reported.notRestored).toMatchObject([{ field: 'state' }]);
});

test('a value that was refused to the run is not its own when the owner sets it', async () => {
  const { reported, state } = await written({}, async (given) => {
    const json = { settings: { items_per_page: 70 } };
    const refused = await given.write.send(given.as('other'), 'PATCH', me(given), { json });
    expect(refused.status).toBe(403);
    const ours = { json: { first_name: 'Ours' } };
    await given.write.send(given.as('user'), 'PATCH', me(given), ours);
    await edited(given.reference, me(given), json);
  });
  expect(userIn(state).settings.items_per_page).toBe(70);
  expect(reported.notRestored.map(({ field }) => field)).toContain('settings.items_per_page');
});

test('a refused value that another client sets meanwhile is not taken for one of the run', async () => {
  let isRefusing = false;
  const theirs = { settings: { items_per_page: 70 } };
  const { reported, state } = await written(
    {
      front: (_, answer) => (isRefusing ? respond(400, { settings: ['Not now.'] }) : answer()),
    },
    async (given) => {
      const send = (json: object) =>
        given.write.send(given.as('user'), 'PATCH', me(given), { json });
      await send({ first_name: 'Ours' });
      isRefusing = true;
      expect((await send(theirs)).status).toBe(400);
      isRefusing = false;
      await edited(given.reference, me(given), theirs);
      const again = send({ first_name: 'Ours again' });
      await expect(again).rejects.toThrow('another client changes it');
    },
  );
  expect(userIn(state)).toMatchObject({ first_name: 'Ours', ...theirs });
  expect(reported.notRestored.length).toBeGreaterThan(0);
});

test('an edit after a write stays the owner’s when a later write is refused', async () => {
  let isSending = false;
  let isRefusing = false;
  const { reported, state } = await written(
    {
      front: async (_, answer, state) => {
        if (isRefusing) return respond(403, { detail: 'No.' });
        const response = await answer();
        if (isSending) userIn(state).last_name = 'Theirs';
        isSending = false;
        return response;
      },
    },
    async (given) => {
      const send = () =>
        given.write.send(given.as('user'), 'PATCH', me(given), { json: { first_name: 'Ours' } });
      await given.write.ready(given.as('user'), me(given));
      isSending = true;
      await send();
      isRefusing = true;
      expect((await send()).status).toBe(403);
    },
  );
  expect(userIn(state).last_name).toBe('Theirs');
  expect(reported.notRestored.map(({ field }) => field)).toContain('last_name');
});

test('a read-only field of an object without a saved value gets no second original', async () => {
  const originals: unknown[] = [];
  await written(
    {
      behaviour: (behaviour) => {
        const { detail, list } = behaviour.fields.patchComment;
        for (const form of [detail, list]) delete (form as Record<string, unknown>).addressed;
      },
      front: ({ body }, answer, state) => {
        for (const row of state.patchComments.values()) {
          if (typeof body.subject === 'string') row.subject = body.subject;
        }
        return answer();
      },
    },
    async ({ write, as, journal }) => {
      const { patch, comment } = write.comment();
      const path = `patches/${patch}/comments/${comment}/`;
      for (const subject of ['Ours', 'Ours again']) {
        await write.send(as('maintainer'), 'PATCH', path, { json: { subject } });
      }
      const lines = linesOf(journal).map((line) => JSON.parse(line) as { entry: string });
      originals.push(...lines.filter(({ entry }) => entry === 'original'));
    },
  );
  expect(originals).toHaveLength(1);
});

const LATE: [string, (request: PassedRequest) => boolean][] = [
  ['before they are read again', ({ path }) => path.includes('users/3/') && /-first/.test(path)],
  ['while bundles are removed', ({ method }) => method === 'DELETE'],
];

test.for(LATE)(
  'an edit after the old values were sent, %s, is not overwritten by PUT',
  async ([, isTime]) => {
    let isRestoring = false;
    const puts: string[] = [];
    const { reported, state } = await written(
      {
        decide: (request, { state }) => {
          if (isRestoring && request.method === 'PUT') puts.push(request.path);
          if (isRestoring && isTime(request)) userIn(state).first_name = 'Theirs';
          return 'pass';
        },
      },
      async (given) => {
        await given.write.bundle(given.as('user'));
        const json = { first_name: 'Ours' };
        await given.write.send(given.as('user'), 'PATCH', me(given), { json });
        isRestoring = true;
      },
    );
    expect(puts).toEqual([]);
    expect(userIn(state).first_name).toBe('Theirs');
    const why = expect.stringMatching(/is "Theirs"/);
    expect(reported.notRestored).toMatchObject([{ field: 'first_name', why }]);
  },
);

test.for([
  ['PATCH', 5, 200],
  ['PUT', 2147483647, 201],
] as const)(
  'after a %s to the unknown id that succeeds as object %i nothing more is written there, which is named',
  async ([method, id, status]) => {
    const seen: string[] = [];
    const { reported } = await written(
      {
        front: ({ path, body }, answer) => {
          if (!path.endsWith('/users/2147483647/')) return answer();
          seen.push(path);
          return respond(status, { id, ...body });
        },
      },
      async ({ write, as }) => {
        const json = { first_name: 'Ours' };
        const send = () => write.send(as('user'), method, 'users/2147483647/', { json });
        await expect(send()).rejects.toThrow(NoMoreWrites);
        await expect(send()).rejects.toThrow(NoMoreWrites);
      },
    );
    expect(seen).toHaveLength(1);
    expect(reported.notRestored).toMatchObject([
      {
        url: expect.stringMatching(new RegExp(`/users/${id}/$`)),
        why: 'a write to users/2147483647 returned another object, which may have been changed',
      },
    ]);
  },
);
