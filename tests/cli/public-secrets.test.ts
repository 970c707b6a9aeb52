import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import type { Report } from '../../harness/report.js';
import { conformance, inNewFolder } from './command.js';

/** Nothing listens there: what is refused sends nothing. */
const CLOSED = 'http://127.0.0.1:1/patchwork';

const LATER = 'where no report can mask it;';
const OF_URL = `its value is also part of the base URL, ${LATER}`;
const OF_API = `its value is also part of the paths and names of the API, ${LATER}`;

const OTHER = { CONFORMANCE_OTHER_NAME: 'olga' };
const RUN = ['run', '--base-url', CLOSED];
const LIVE = ['compare', '--live', 'http://127.0.0.1:1', 'http://127.0.0.1:2/new-one'];

test.for<[what: string, args: string[], env: Record<string, string>, says: string]>([
  [
    'a password in the path of the base URL',
    RUN,
    { ...OTHER, CONFORMANCE_OTHER_PASSWORD: 'patchwork' },
    `CONFORMANCE_OTHER_PASSWORD: ${OF_URL} use a token, or change it`,
  ],
  [
    'one in the base URL itself',
    ['run', '--base-url', 'http://ursula:patchwork@127.0.0.1:1/patchwork'],
    {},
    `the password in the base URL: ${OF_URL} use a token, or change it`,
  ],
  [
    'a token that is a path, in other letters',
    ['doctor', '--base-url', CLOSED],
    { CONFORMANCE_MAINTAINER_TOKEN: 'PATCHES' },
    `CONFORMANCE_MAINTAINER_TOKEN: ${OF_API} use another token`,
  ],
  [
    'a token that is a field without its last letter, as which it is sent as well',
    RUN,
    { CONFORMANCE_CI_TOKEN: 'archived7' },
    `CONFORMANCE_CI_TOKEN: ${OF_API} use another token`,
  ],
  [
    'a password that is a parameter',
    ['restore', '--base-url', CLOSED],
    { ...OTHER, CONFORMANCE_OTHER_PASSWORD: 'per_page' },
    `CONFORMANCE_OTHER_PASSWORD: ${OF_API} use a token, or change it`,
  ],
  [
    'a password that is part of the name of its variable',
    RUN,
    { CONFORMANCE_USER_NAME: 'ursula', CONFORMANCE_USER_PASSWORD: 'user' },
    `CONFORMANCE_USER_PASSWORD: ${OF_API} use a token, or change it`,
  ],
  [
    'a token in the name of the project',
    [...RUN, '--project', 'my-linux-project'],
    { CONFORMANCE_USER_TOKEN: 'linux' },
    `CONFORMANCE_USER_TOKEN: its value is also part of --project, ${LATER} use another token`,
  ],
  [
    'the token for the newer instance',
    LIVE,
    { CONFORMANCE_USER_TOKEN: 'a-sound-token', CONFORMANCE_NEW_TOKEN: 'covers' },
    `CONFORMANCE_NEW_TOKEN: ${OF_API} use another token`,
  ],
  [
    'a token in the address of the other instance',
    LIVE,
    { CONFORMANCE_USER_TOKEN: 'new-one', CONFORMANCE_NEW_TOKEN: 'a-sound-token' },
    `CONFORMANCE_USER_TOKEN: ${OF_URL} use another token`,
  ],
  [
    'the password of a proxy',
    RUN,
    { HTTPS_PROXY: 'http://me:mbox@127.0.0.1:3' },
    `the password in HTTPS_PROXY: ${OF_API} change it`,
  ],
])('%s is refused before anything is sent', async ([, args, env, says]) => {
  const { status, stdout, stderr } = await conformance(args, { env });
  expect([status, stdout, stderr]).toEqual([2, '', `conformance: ${says}\n`]);
});

test('a header whose value is public is masked in no text, and a note says so once', async () => {
  const behaviour = soundBehaviour();
  faultNamed('last-off-by-one').apply(behaviour);
  const reference = await startReference({ behaviour });
  try {
    await inNewFolder(async (cwd) => {
      const { host } = new URL(reference.url);
      const headers = ['X-Forwarded-Proto: http:', `X-Forwarded-Host: ${host}`, 'X-Gate: a-secret'];
      const args = ['--base-url', reference.url, '--versions', '1.2', '--report', 'r.json'];
      const given = headers.flatMap((header) => ['--header', header]);
      const { status, stderr } = await conformance([...args, ...given, '--only', 'page.*'], {
        cwd,
      });
      const [note = '', ...others] = stderr.split('\n').filter((line) => line.includes('secret'));
      expect(note).toBe(
        'conformance: --header: what is sent as X-Forwarded-Proto and X-Forwarded-Host is also part of the base URL or of the paths and names of the API: it is no secret, and not masked there',
      );
      expect([status, others]).toEqual([1, []]);
      const text = await readFile(join(cwd, 'r.json'), 'utf8');
      const { exchanges }: Report = JSON.parse(text);
      expect(exchanges.length).toBeGreaterThan(0);
      for (const { request } of exchanges) {
        expect(request.url).toMatch(`${reference.url}/api/1.2/`);
        expect(request.headers['x-forwarded-host']).toBe('<value of X-Forwarded-Host>');
        expect(request.headers['x-gate']).toBe('<value of X-Gate>');
      }
      expect(text).not.toContain('a-secret');
    });
  } finally {
    await reference.stop();
  }
});

test('of two instances, too, it is said once', async () => {
  const args = [...LIVE, '--header', 'X-Forwarded-Proto: https', '--header', 'X-Where: new-one'];
  const { status, stderr } = await conformance(args);
  const lines = stderr.split('\n');
  expect(lines.map((line) => line.includes('it is no secret'))).toEqual([true, false, false]);
  expect(lines[0]).toContain('what is sent as X-Forwarded-Proto and X-Where is also part');
  expect(lines[1]).toMatch(/^conformance: http:\/\/127\.0\.0\.1:1 cannot be tested: /);
  expect(status).toBe(2);
});
