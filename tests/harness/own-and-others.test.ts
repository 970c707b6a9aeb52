import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import type { State } from '../../fixtures/reference/model.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { NO_WAITS } from '../../harness/settings.js';
import { MOST_CHECKS } from '../../harness/write.js';
import { clearMarks } from '../../harness/writing/left-marks.js';
import { restoreJournal } from '../../harness/writing/phase.js';
import { turnName } from '../../harness/writing/temporary-values.js';
import { inNewFolder } from '../cli/command.js';
import { call, object } from '../reference/call.js';
import { type Fate, withProxy } from './proxy.js';
import { settingsFor } from './serving.js';
import { type Writing, withReference, writing } from './writing.js';

const RUN = '0123abcd';
const OLD = new Date('2024-01-02T03:04:05Z');

interface Bundle {
  id: number;
  name: string;
  owner: number;
  public: boolean;
}

const bundlesOf = (reference: Reference) => (reference.snapshot() as { bundles: Bundle[] }).bundles;

/** Calls back with a reference that differs, which is stopped afterwards. */
async function withOther<T>(
  change: (behaviour: Behaviour, state: State) => void,
  work: (reference: Reference) => Promise<T>,
): Promise<T> {
  const [behaviour, state] = [soundBehaviour(), makeState()];
  change(behaviour, state);
  const reference = await startReference({ behaviour, state });
  try {
    return await work(reference);
  } finally {
    await reference.stop();
  }
}

/** Makes bundles as a run does, and keeps a copy of its journal. */
function keptJournal(reference: Reference, url: string, copy: string) {
  return async ({ write, as, journal }: Writing) => {
    await write.bundle(as('user'));
    const json = { first_name: 'Ours' };
    await write.send(as('user'), 'PATCH', `users/${write.ownId('user')}/`, { json });
    copyFileSync(journal, copy);
    return { reference, url };
  };
}

const WITHOUT = [
  ['without credentials', {}],
  ['with the credentials of another account', 'other'],
  ['with a wrong token', { user: { token: '0'.repeat(40) } }],
] as const;

test.for(WITHOUT)(
  'restoring %s touches nothing, names it and keeps the journal',
  async ([, how]) => {
    await withReference(async ({ reference }) => {
      await inNewFolder(async (folder) => {
        const copy = join(folder, 'copy');
        let left: unknown;
        await writing(reference.url, reference, async (given) => {
          await keptJournal(reference, reference.url, copy)(given);
          left = reference.snapshot();
          const credentials = how === 'other' ? { user: reference.roles.other } : how;
          const settings = settingsFor(reference.url, { credentials });
          const { restored } = await restoreJournal(copy, settings);
          expect(reference.snapshot()).toEqual(left);
          expect(restored).toMatchObject({ restored: 0, isNobody: true });
          const named = restored.notRestored.map(({ url, field }) => `${url} ${field}`).join('\n');
          expect(named).toContain('/users/3/ first_name');
          expect(named).toMatch(/\/bundles\/\d+\/ \*/);
          expect(statSync(copy).size).toBeGreaterThan(0);
        });
      });
    });
  },
);

test('a token that was changed meanwhile restores, if it is of the same account', async () => {
  await withReference(async ({ reference, before }) => {
    await inNewFolder(async (folder) => {
      const copy = join(folder, 'copy');
      await writing(reference.url, reference, async (given) => {
        await keptJournal(reference, reference.url, copy)(given);
        const { name, password } = reference.roles.user;
        const settings = settingsFor(reference.url, { credentials: { user: { name, password } } });
        const { restored } = await restoreJournal(copy, settings);
        expect(restored.notRestored).toEqual([]);
        expect(reference.snapshot()).toEqual(before);
      });
    });
  });
});

test('a bundle that a response to a POST names and that cannot be read is named, not deleted', async () => {
  await withReference(async ({ reference }) => {
    let isRestoring = false;
    const writes: string[] = [];
    const { notRestored } = await withProxy(
      reference.url,
      ({ method, path, write }) => {
        if (isRestoring && write > 0) writes.push(`${method} ${path}`);
        const isDetail = isRestoring && method === 'GET' && /bundles\/\d+\//.test(path);
        return isDetail ? { status: 500, body: '{}', arrives: false } : 'pass';
      },
      (url) =>
        writing(url, reference, async ({ write, as }) => {
          await write.bundle(as('user'));
          isRestoring = true;
        }),
    );
    const why = expect.stringMatching(
      /returned 500 as user: it could not be identified, so it was /,
    );
    expect(notRestored).toMatchObject([{ field: '*', why }]);
    expect(writes).toEqual([]);
  });
});

test('a bundle of the owner with an id that is used again is left alone', async () => {
  await withReference(async ({ reference }) => {
    let id = 0;
    const { notRestored } = await writing(reference.url, reference, async ({ write, as }) => {
      ({ id } = await write.bundle(as('user')));
      const own = bundlesOf(reference).find((bundle) => bundle.id === id);
      expect(own?.name).toContain('conformance-');
      const json = { name: 'My own list' };
      const how = { role: 'user', method: 'PATCH', json } as const;
      await call(reference, `/api/1.3/bundles/${id}/`, how);
    });
    expect(bundlesOf(reference).find((bundle) => bundle.id === id)?.name).toBe('My own list');
    expect(notRestored).toMatchObject([
      { field: '*', why: expect.stringContaining('"My own list" is no name that this run gave') },
    ]);
  });
});

/** Without settings, a token alone does not tell whose it is. */
function hideSettings({ fields }: Behaviour): void {
  const { settings } = fields.user.own;
  if (settings !== undefined) settings.shown = () => false;
}

test('a public bundle of another user with a name of an old marker is left alone', async () => {
  await withOther(hideSettings, async (reference) => {
    const json = { name: turnName(RUN, OLD, 1), patches: [7], public: true };
    const how = { role: 'other', method: 'POST', json } as const;
    const { body } = await call(reference, '/api/1.3/bundles/', how);
    const id = Number(object(body).id);
    const tokens = Object.fromEntries(
      Object.entries(reference.roles).map(([role, { token }]) => [role, { token }]),
    ) as Reference['roles'];
    let touched = 0;
    const waits = { ...NO_WAITS, turn: 0, again: [0, 0] } as const;
    for (const roles of [reference.roles, tokens]) {
      await withProxy(
        reference.url,
        ({ write, path }) => {
          if (write > 0 && path.includes(`bundles/${id}/`)) touched += 1;
          return 'pass';
        },
        async (url) => {
          await writing(url, reference, async () => {}, { marks: true, waits, roles });
          const { user, maintainer } = roles;
          await clearMarks(settingsFor(url, { credentials: { user, maintainer } }), {});
        },
      );
    }
    expect(touched).toBe(0);
  });
});

test('as a role whose account is not known nothing is made', async () => {
  await withOther(hideSettings, async (reference) => {
    const { user, maintainer } = reference.roles;
    const roles = { user: { token: user.token }, maintainer } as Reference['roles'];
    const before = reference.snapshot();
    await writing(
      reference.url,
      reference,
      async ({ write, as }) => {
        await expect(write.bundle(as('user'))).rejects.toThrow(/set CONFORMANCE_USER_NAME to /);
      },
      { roles },
    );
    expect(reference.snapshot()).toEqual(before);
  });
});

test('a bundle of the role that is gone, or belongs to somebody else, is noted', async () => {
  await withOther(
    () => {},
    async (reference) => {
      const own = bundlesOf(reference).filter(({ owner }) => owner === 3);
      const id = own[0]?.id;
      const { notes = [] } = await writing(reference.url, reference, async ({ write, as }) => {
        await write.bundle(as('user'));
        await call(reference, `/api/1.3/bundles/${id}/`, { role: 'user', method: 'DELETE' });
      });
      expect(notes).toEqual([
        expect.stringMatching(
          new RegExp(`bundles of the role user that are gone .*bundles/${id}/$`),
        ),
      ]);
    },
  );
});

test.for([30, 7])('where a page has at most %i rows, lists are read to their end', async (most) => {
  const change = (behaviour: Behaviour, state: State) => {
    behaviour.paging.maximum = most;
    const [first] = [...state.bundles.values()].filter(({ owner }) => owner === 3);
    if (first === undefined) throw new Error('the user has no bundle');
    for (let n = 1; n <= 40; n += 1) {
      const id = 1000 + n;
      state.bundles.set(id, { ...first, id, name: `of the user ${n}` });
    }
  };
  await withOther(change, async (reference) => {
    const before = reference.snapshot();
    let lost = false;
    const reported = await withProxy(
      reference.url,
      ({ method, path }) => {
        const isFirst = method === 'POST' && path.endsWith('/bundles/') && !lost;
        if (!isFirst) return 'pass';
        lost = true;
        return 'lose the answer';
      },
      (url) =>
        writing(url, reference, async ({ write, as }) => {
          await write.bundle(as('user')).catch(() => {});
        }),
    );
    expect(reported.notRestored).toEqual([]);
    expect(reference.snapshot()).toEqual(before);
  });
});

test('checks whose ids are texts are listed as what remains, and are no more than others', async () => {
  await withReference(async ({ reference }) => {
    const { leftBehind } = await withProxy(
      reference.url,
      async ({ method, path, headers, body }) => {
        if (!/\/checks\/(\?|$)/.test(path)) return 'pass';
        const { authorization = '', 'content-type': type = '' } = headers;
        const sent = method === 'POST' ? { method, body } : {};
        const answer = await fetch(reference.url + path, {
          ...sent,
          headers: { authorization, ...(method === 'POST' ? { 'content-type': type } : {}) },
        });
        const text = (await answer.text()).replaceAll(
          /"id":(\d+),"url":"([^"]*checks)/g,
          '"id":"$1","url":"$2',
        );
        return { status: answer.status, body: text, arrives: false };
      },
      (url) =>
        writing(url, reference, async ({ write, as }) => {
          const json = { state: 'success', context: write.marker };
          const path = `patches/${write.patch()}/checks/`;
          const send = () => write.send(as('maintainer'), 'POST', path, { json });
          for (let n = 0; n < MOST_CHECKS; n += 1) await send();
          await expect(send()).rejects.toThrow(`the limit of ${MOST_CHECKS} checks`);
        }),
    );
    const checks = leftBehind.filter(({ kind }) => kind === 'check').map(({ url }) => url);
    expect(new Set(checks).size).toBe(MOST_CHECKS);
    for (const url of checks) expect(url).toMatch(/patches\/\d+\/checks\/\d+\/$/);
  });
});

test.for<Fate>(['lose the answer', { status: 504, body: '', arrives: true }])(
  'checks whose ids are texts and whose creation is not answered are no more than others: %j',
  async (fate) => {
    let posts = 0;
    const { leftBehind } = await withReference(({ reference }) =>
      withProxy(
        reference.url,
        async ({ method, path, headers: { authorization = '' } }) => {
          if (!/\/checks\/(\?|$)/.test(path)) return 'pass';
          if (method === 'POST') {
            posts += 1;
            return fate;
          }
          const answer = await fetch(reference.url + path, { headers: { authorization } });
          const body = (await answer.text()).replaceAll(
            /"id":(\d+),"url":"([^"]*checks)/g,
            '"id":"$1","url":"$2',
          );
          return { status: answer.status, body, arrives: false };
        },
        (url) =>
          writing(url, reference, async ({ write, as }) => {
            const path = `patches/${write.patch()}/checks/`;
            const json = { state: 'success', context: write.marker };
            for (let n = 0; n < MOST_CHECKS + 2; n += 1) {
              await write.send(as('maintainer'), 'POST', path, { json }).catch(() => {});
            }
          }),
      ),
    );
    expect(posts).toBe(MOST_CHECKS);
    expect(leftBehind.length).toBeGreaterThan(0);
  },
);
