import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand, surroundings } from '../../analysis/trial/run-command.js';
import { removeFolder } from '../../harness/temporary-folder.js';

const { PATH = '' } = process.env;

async function ran(command: string) {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-test-'));
  try {
    const stop = new AbortController().signal;
    const environment = { PATH, CONFORMANCE_DIR: folder };
    return await runCommand(command, { environment, folder, timeoutMs: 60_000, stop });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.for<[what: string, command: string, files: Record<string, unknown>]>([
  ['no folder', 'rm -rf "$CONFORMANCE_DIR"', {}],
  ['a link to another folder', 'rmdir "$CONFORMANCE_DIR"; ln -s /etc "$CONFORMANCE_DIR"', {}],
  [
    'a file that is too long',
    'truncate -s 700M "$CONFORMANCE_DIR/x"; echo y > "$CONFORMANCE_DIR/y"',
    { x: '(734003200 bytes)', y: 'y\n' },
  ],
])('a command that leaves %s does not end the trial', async ([, command, files]) => {
  expect(await ran(command)).toMatchObject({ status: 0, files });
});

test('a process that has left the group of the command holds nothing up', async () => {
  const { status } = await ran('setsid sleep 40 & echo done');
  expect(status).toBe(0);
}, 30_000);

test('a command gets no variable that may hold a secret, by its name or its value', () => {
  const roles = {} as never;
  const own = {
    ...{ DB_PASS: 'a', MYSQL_PWD: 'b', GH_PAT: 'c', STRIPE_KEY: 'd', SESSION_COOKIE: 'e' },
    DATABASE_URL: 'postgres://u:pw@db/x',
    MY_COPY: 'token-of-mine',
    CONFORMANCE_USER_TOKEN: 'token-of-mine',
    ...{ PWD: '/home', SSH_AUTH_SOCK: '/agent', LANG: 'C' },
  };
  const instance = {
    url: 'http://127.0.0.1:1',
    project: 'x',
    roles: new Proxy(roles, { get: () => ({}) }),
  };
  const passed = surroundings(instance, '1.2', '/folder', own);
  expect(passed).toMatchObject({ PWD: '/home', SSH_AUTH_SOCK: '/agent', LANG: 'C' });
  const kept = Object.keys(passed).filter((name) => !name.startsWith('CONFORMANCE_'));
  expect(kept.sort()).toEqual(['LANG', 'PWD', 'SSH_AUTH_SOCK']);
});

test('a folder with what cannot be written in it is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-test-'));
  await ran(`mkdir -p ${folder}/mod/a && touch ${folder}/mod/a/f && chmod 555 ${folder}/mod/a`);
  await removeFolder(folder);
  expect(existsSync(folder)).toBe(false);
});
