import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Reference } from '../../fixtures/reference/start.js';
import { NO_WAITS } from '../../harness/settings.js';
import { clearMarks } from '../../harness/writing/left-marks.js';
import { restoreJournal } from '../../harness/writing/phase.js';
import { turnName } from '../../harness/writing/temporary-values.js';
import { inNewFolder } from '../cli/command.js';
import { call, object } from '../reference/call.js';
import { withProxy } from './proxy.js';
import { settingsFor } from './serving.js';
import { type Writing, withOther, withReference, writing } from './writing.js';

const RUN = '0123abcd';
const OLD = new Date('2024-01-02T03:04:05Z');

interface Bundle {
  id: number;
  name: string;
  owner: number;
  public: boolean;
}

const bundlesOf = (reference: Reference) => (reference.snapshot() as { bundles: Bundle[] }).bundles;

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
