import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
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
  [
    'files that are too long together',
    'for n in 1 2 3; do truncate -s 9M "$CONFORMANCE_DIR/$n"; done',
    { 1: expect.any(String), 2: expect.any(String), 3: '(9437184 bytes)' },
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
    MY_HEADER: 'Token token-of-mine',
    MY_GATE: 'gate=open-sesame',
    CONFORMANCE_USER_TOKEN: 'token-of-mine',
    CONFORMANCE_HEADERS: 'X-Gate: Basic open-sesame',
    GH: 'https://ghp_0123456789@github.com/x',
    EXTRA: 'Authorization: Basic eDp5',
    // All of these or none: git refuses a count without its keys.
    ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'x.y', GIT_CONFIG_VALUE_0: 'z' },
    ...{ PWD: '/home', SSH_AUTH_SOCK: '/agent', LANG: 'C' },
    ...{ GIT_AUTHOR_NAME: 'Ann', XAUTHORITY: '/x', KEYBOARD: 'de', COMPASS_HOME: '/c' },
  };
  const instance = {
    url: 'http://127.0.0.1:1',
    project: 'x',
    roles: new Proxy(roles, { get: () => ({}) }),
  };
  const passed = surroundings(instance, '1.2', '/folder', own);
  expect(passed).toMatchObject({ PWD: '/home', SSH_AUTH_SOCK: '/agent', LANG: 'C' });
  const kept = Object.keys(passed).filter((name) => !name.startsWith('CONFORMANCE_'));
  expect(kept.sort()).toEqual([
    'COMPASS_HOME',
    'GIT_AUTHOR_NAME',
    'KEYBOARD',
    'LANG',
    'PWD',
    'SSH_AUTH_SOCK',
    'XAUTHORITY',
  ]);
});

test('a command that leaves more files than anybody reads is ended with that reason', async () => {
  const { ended } = await ran('cd "$CONFORMANCE_DIR" && seq 10001 | xargs touch');
  expect(ended).toBe('too much output');
});

test('what a link leads to in place of a folder keeps its permissions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-test-'));
  const { stdout } = await ran(
    `mkdir ${folder}/theirs ${folder}/own && chmod 711 ${folder}/theirs && ln -s ${folder}/theirs ${folder}/own/link && chmod 555 ${folder}/own`,
  );
  expect(stdout).toBe('');
  await removeFolder(join(folder, 'own/link'));
  expect((await stat(join(folder, 'theirs'))).mode & 0o777).toBe(0o711);
  await removeFolder(folder);
});

test('a folder with what cannot be written in it is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-test-'));
  await ran(`mkdir -p ${folder}/mod/a && touch ${folder}/mod/a/f && chmod 555 ${folder}/mod/a`);
  await removeFolder(folder);
  expect(existsSync(folder)).toBe(false);
});
