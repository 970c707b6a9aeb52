import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Reference } from '../../fixtures/reference/start.js';
import { Journal } from '../../harness/journal.js';
import { type Credentials, credentialName, type SignedInRole } from '../../harness/role.js';
import { journalOf, readJournal } from '../../harness/stored-journal.js';
import { clearMarks } from '../../harness/writing/left-marks.js';
import type { Restored } from '../../harness/writing/outcome.js';
import { restoreJournal } from '../../harness/writing/phase.js';
import { turnName } from '../../harness/writing/temporary-values.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { call } from '../reference/call.js';
import { edited, type Given, type Otherwise, written } from './intercepted.js';
import { type Fate, type PassedRequest, withProxy } from './proxy.js';
import { settingsFor } from './serving.js';
import { type Circumstances, linesOf, withReference, writing } from './writing.js';

/** What restoring signs in with. */
type Signed = Partial<Record<SignedInRole, Credentials>>;

const RUN = '0123abcd';
const OTHER_RUN = { run: '99999999', startedAt: '2026-01-02T03:04:05Z' };

/** Credentials as environment. */
function environment(credentials: Signed): Record<string, string> {
  const roles = Object.entries(credentials) as [SignedInRole, Credentials][];
  return Object.fromEntries(
    roles.flatMap(([role, { token = '', name = '' }]) => [
      [credentialName(role, 'token'), token],
      [credentialName(role, 'name'), name],
    ]),
  );
}

/** Leaves what a run has left that was killed: its marker, and a value. */
async function leave(reference: Reference): Promise<void> {
  const name = turnName(RUN, new Date('2024-01-02T03:04:05Z'), 1);
  const json = { name, patches: [7], public: false };
  await call(reference, '/api/1.3/bundles/', { role: 'user', method: 'POST', json });
  await edited(reference, 'users/3/', { first_name: `conformance-${RUN}-9` });
}

const isUser = ({ method, path }: PassedRequest) =>
  method === 'GET' && /users\/3\/(\?|$)/.test(path);

const BLIND: [string, (roles: Reference['roles']) => Signed, RegExp, number, boolean][] = [
  [
    'with a rejected token',
    () => ({ user: { token: '1234567890abcdef1234567890abcdef12345678' } }),
    /role user could not sign in, so nothing was looked at/,
    3,
    false,
  ],
  ['without credentials', () => ({}), /no credentials are set, so nothing was looked at/, 2, false],
  [
    'where the user cannot be read',
    ({ user }) => ({ user }),
    /users\/3\/.* it returned 500, so it was not looked at/,
    3,
    true,
  ],
];

test.for(BLIND)(
  'restore without a journal %s names what it could not look at',
  async ([, roles, says, expected, isUnreadable]) => {
    await withReference(async ({ reference }) => {
      await leave(reference);
      const decide = (request: PassedRequest): Fate =>
        isUnreadable && isUser(request) ? { status: 500, body: '{}', arrives: false } : 'pass';
      await withProxy(reference.url, decide, async (url) => {
        const env = environment(roles(reference.roles));
        const { status, stdout } = await conformance(['restore', '--base-url', url], { env });
        expect(stdout).toMatch(says);
        expect(status).toBe(expected);
      });
    });
  },
);

test('a marker whose DELETE has no answer, and that cannot be read any more, is named by restore without a journal', async () => {
  await withReference(async ({ reference }) => {
    await leave(reference);
    let isLost = false;
    const decide = ({ method, path }: PassedRequest): Fate => {
      if (method === 'DELETE') {
        isLost = true;
        return 'lose the answer';
      }
      const isGone = isLost && /bundles\/\d+\//.test(path);
      return isGone ? { status: 503, headers: { 'retry-after': '3600' }, arrives: false } : 'pass';
    };
    await withProxy(reference.url, decide, async (url) => {
      const { user, maintainer } = reference.roles;
      const settings = settingsFor(url, { credentials: { user, maintainer } });
      const { restored } = await clearMarks(settings, {});
      expect(isLost).toBe(true);
      expect(restored).toMatchObject({ restored: 0, leftBehind: [] });
      expect(restored.notRestored).toMatchObject([
        { field: '*', why: expect.stringMatching(/^role user: .*503/) },
        { field: 'first_name', why: expect.stringContaining('was written by a run') },
      ]);
    });
  });
});

/** Makes a bundle as a run does, and calls back with a copy of its journal; the run restores afterwards. */
async function withLeft(
  otherwise: Otherwise,
  work: (left: Given & { copy: string; restore(given: Signed): Promise<Restored> }) => unknown,
  circumstances: Circumstances = {},
): Promise<void> {
  await inNewFolder(async (folder) => {
    const copy = join(folder, 'copy');
    const left = async (given: Given) => {
      await given.write.bundle(given.as('user'));
      copyFileSync(given.journal, copy);
      const restore = async (credentials: Signed) => {
        const { restored } = await restoreJournal(copy, settingsFor(given.url, { credentials }));
        return restored;
      };
      await work({ ...given, copy, restore });
    };
    await written(otherwise, left, circumstances);
  });
}

const namesOf = ({ state }: Pick<Given, 'state'>) =>
  [...state.bundles.values()].map(({ name }) => name);

test('restore with the token of another account and the old name touches nothing and exits 3', async () => {
  const restored = async ({ reference, url, copy, state }: Given & { copy: string }) => {
    const own = () => [...state.bundles.values()].filter(({ owner }) => owner === 3);
    const before = own();
    const { user, other, maintainer } = reference.roles;
    const env = environment({ user: { ...user, token: other.token }, maintainer });
    const { status, stdout } = await conformance(['restore', copy, '--base-url', url], { env });
    expect(stdout).toMatch(/nothing shows that the role user is user 3, .*; not touched/);
    expect(status).toBe(3);
    expect(own()).toEqual(before);
    expect(existsSync(copy)).toBe(true);
  };
  // With its marker the maintainer has something to restore, and is the same account.
  await withLeft({}, restored, { marks: true });
});

test('where settings are shown to everybody, a private bundle proves the account, and settings do not', async () => {
  const behaviour: Otherwise['behaviour'] = ({ fields: { user } }) => {
    user.detail = user.own;
  };
  await withLeft({ behaviour }, async (left) => {
    const { user, other, maintainer } = left.reference.roles;
    const { body } = await call(left.reference, '/api/1.3/users/3/', { role: 'other' });
    expect(body).toHaveProperty('settings');
    const names = namesOf(left);
    const wrong = await left.restore({ user: { token: other.token }, maintainer });
    expect(wrong).toMatchObject({ restored: 0, isNobody: true });
    expect(wrong.notRestored).not.toEqual([]);
    expect(namesOf(left)).toEqual(names);
    const right = await left.restore({ user: { token: user.token }, maintainer });
    expect(right).toMatchObject({ restored: 1, notRestored: [] });
    expect(namesOf(left)).toHaveLength(names.length - 1);
  });
});

test('an incomplete last line of a journal is ignored: all is restored and the journal removed', async () => {
  await withLeft({}, async ({ restore, reference, copy, write }) => {
    appendFileSync(copy, '{"entry":"write","n":7,"obj');
    expect(await restore(reference.roles)).toMatchObject({ restored: 1, notRestored: [] });
    expect(existsSync(copy)).toBe(false);
    expect(JSON.stringify(reference.snapshot())).not.toContain(write.marker);
  });
});

test('of a journal and the one in its place that a full disk cut, that with more is taken', async () => {
  await inNewFolder(async (folder) => {
    const path = join(folder, 'journal');
    let room = Number.POSITIVE_INFINITY;
    const head = { run: RUN, baseUrl: 'http://127.0.0.1:9', startedAt: OTHER_RUN.startedAt };
    const journal = Journal.begin(path, head, (file, bytes, offset) => {
      if (room <= 0) throw new Error('ENOSPC: no space left on device, write');
      const written = writeSync(file, bytes, offset, Math.min(room, bytes.length - offset));
      room -= written;
      return written;
    });
    for (const n of [1, 2, 3]) journal.append({ entry: 'refused', n });
    appendFileSync(path, 'rotated\n');
    room = 150;
    expect(() => journal.append({ entry: 'refused', n: 4 })).toThrow('another program');
    journal.close();
    expect(journalOf({ journal: path, run: RUN })).toBe(path);
    expect(readJournal(path).entries).toHaveLength(3);
  });
});

test('a run leaves the journal of another run alone that is where its own was', async () => {
  await withReference(async ({ reference, before }) => {
    await inNewFolder(async (folder) => {
      const journal = join(folder, 'journal');
      const { notRestored } = await writing(
        reference.url,
        reference,
        async ({ write, as }) => {
          await write.bundle(as('user'));
          rmSync(journal);
          Journal.begin(journal, { ...OTHER_RUN, baseUrl: reference.url }).close();
        },
        { journal },
      );
      expect(notRestored).toEqual([]);
      expect(reference.snapshot()).toEqual(before);
      expect(readJournal(journal).head.run).toBe(OTHER_RUN.run);
    });
  });
});

test('a journal that cannot be removed is a note', async () => {
  await withLeft({}, async ({ reference, copy }) => {
    const file = openSync(copy, 'r+');
    try {
      // Nobody can remove a file from there, not even root.
      const path = `/dev/fd/${file}`;
      const settings = settingsFor(reference.url, { credentials: reference.roles });
      const { restored } = await restoreJournal(path, settings);
      expect(restored).toMatchObject({ restored: 1, notRestored: [] });
      const says = `everything is restored, but the journal ${path} could not be removed`;
      expect(restored.gone).toEqual([expect.stringContaining(says)]);
      expect(linesOf(copy).length).toBeGreaterThan(1);
    } finally {
      closeSync(file);
    }
  });
});
