import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reference } from '../../fixtures/reference/start.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { started } from './instance.js';

let sound: Reference;
let copy: Reference;
let faulty: Reference;

beforeAll(async () => {
  [sound, copy, faulty] = await Promise.all([
    started({}),
    started({}),
    started({ faults: ['series-without-mbox', 'covers-share-first-submitter'] }),
  ]);
});
afterAll(() => Promise.all([sound, copy, faulty].map((each) => each.stop())));

/** Runs `compare --live` with environment variables. */
function compareLive(args: readonly string[], cwd: string, env: Record<string, string> = {}) {
  return conformance(['compare', '--live', ...args], { cwd, env });
}

test('each difference is in every format, without secrets and with addresses masked; requests are said before', async () => {
  await inNewFolder(async (cwd) => {
    const files = ['live.json', 'live.md', 'live.html'];
    const { status, stdout, stderr } = await compareLive(
      [sound.url, faulty.url, '--versions', '1.2', ...files.flatMap((file) => ['--report', file])],
      cwd,
      { CONFORMANCE_USER_TOKEN: sound.roles.user.token },
    );
    expect(stderr).toMatch(
      /^conformance: about 300 reading requests to each instance, one at a time \(versions 1\.2\)/,
    );
    expect(stdout).toMatch(
      /^Comparison of two instances, .*\n {2}OLD {4}http:\/\/127\.0\.0\.1:\d+, 1\.0–1\.4 offered · /,
    );
    expect(stdout).toContain('\n≠ missing field: series.mbox\n    GET /series/, ');
    expect(stdout).toMatch(
      /\n {4}used by .*git-pw.*\n {6}request {3}GET \/api\/1\.2\/series\/\?per_page=100 \(/,
    );
    expect(stdout).toMatch(
      /\n DIFFERENT {2}2 differences · \d of them used by \d+ known clients · /,
    );
    expect(stdout).toContain('≠ value: cover.submitter\n');
    expect(stdout).toMatch(/\w\*\*\*@\w\*\*\*/);
    expect(stdout).not.toContain('@home.example.net');
    const [json = '', markdown, page] = await Promise.all(
      files.map((file) => readFile(join(cwd, file), 'utf8')),
    );
    expect(JSON.parse(json)).toMatchObject({
      format: 'conformance-live-comparison/1',
      verdict: 'different',
      roles: ['anonymous', 'user'],
      differences: expect.arrayContaining([
        expect.objectContaining({
          kind: 'missing field',
          places: ['series.mbox'],
          versions: ['none', '1.2'],
        }),
      ]),
    });
    for (const text of [markdown, page]) expect(text).toContain('missing field: series.mbox');
    for (const text of [stdout, json, markdown, page]) {
      expect(text).not.toContain(sound.roles.user.token);
    }
    expect(status).toBe(1);
  });
});

test('with a token of its own the newer instance gets no password, and what needs one is not compared', async () => {
  await inNewFolder(async (cwd) => {
    const { token, name, password } = sound.roles.user;
    const env = {
      CONFORMANCE_VERSIONS: '1.2',
      CONFORMANCE_USER_TOKEN: token,
      CONFORMANCE_USER_NAME: name,
      CONFORMANCE_USER_PASSWORD: password,
      CONFORMANCE_NEW_TOKEN: token,
    };
    // An instance that answers otherwise to a password; the differences are of wrong ones.
    const other = await started({ faults: ['basic-auth-ignored'] });
    const { stdout } = await compareLive([sound.url, other.url], cwd, env);
    expect(stdout).toContain('Invalid username/password.');
    expect(stdout).toMatch(/ DIFFERENT {2}2 differences · /);
    // The control: without a token of its own it gets the password.
    const { CONFORMANCE_NEW_TOKEN: _, ...alike } = env;
    const control = await compareLive([sound.url, other.url], cwd, alike);
    expect(control.stdout).toMatch(/ DIFFERENT {2}8 differences · /);
    await other.stop();
  });
});

test('what NEW has no credentials for is left: without a difference that is 3', async () => {
  await inNewFolder(async (cwd) => {
    const { token, name, password } = sound.roles.user;
    const env = {
      CONFORMANCE_USER_TOKEN: token,
      CONFORMANCE_USER_NAME: name,
      CONFORMANCE_USER_PASSWORD: password,
      CONFORMANCE_NEW_TOKEN: token,
    };
    const open = await compareLive([sound.url, copy.url, '--versions', '1.2'], cwd, env);
    expect(open.stdout).toMatch(
      /\n! Not compared: \d+ requests to NEW: no username and password is configured for the role user\.\n/,
    );
    expect(open.stdout).toMatch(/\n INCOMPLETE {2}no difference · .* · not complete/);
    expect(open.status).toBe(3);
    // The credentials in one address are of that instance only: without any there, nothing is sent as the role.
    const own = sound.url.replace('//', `//${name}:${password}@`);
    const apart = await compareLive([own, copy.url, '--versions', '1.2'], cwd);
    expect(apart.stdout).toMatch(
      /requests to NEW: no credentials are configured for the role user/,
    );
    expect([apart.status, apart.stdout.includes('≠')]).toEqual([3, false]);
  });
});

test('the token of the newer instance may be another', async () => {
  await inNewFolder(async (cwd) => {
    const env = { CONFORMANCE_VERSIONS: '1.2', CONFORMANCE_USER_TOKEN: sound.roles.user.token };
    const wrong = { ...env, CONFORMANCE_NEW_TOKEN: 'wrong-token-of-nobody' };
    const rejected = await compareLive([sound.url, copy.url], cwd, wrong);
    expect(rejected.stdout).toContain(
      '\n! NEW rejects the credentials of role user, which OLD accepts',
    );
    expect(rejected.stdout).toMatch(/≠ status: status\n {4}GET \/users\/ · /);
    expect(rejected.stdout + rejected.stderr).not.toContain('wrong-token-of-nobody');
    expect(rejected.status).toBe(1);
  });
});

test.for<[string, (url: string) => readonly string[], RegExp]>([
  ['one address', (url) => [url], /compare --live needs two addresses: .*; received 1$/],
  [
    'no address',
    (url) => ['old run.json', url],
    /OLD_URL: expected a URL such as https:\/\/patchwork\.example\.org, received "old run\.json"$/,
  ],
  [
    'a limit of nothing',
    (url) => [url, url, '--max-requests', '1'],
    /--max-requests: expected a whole number from 25 to /,
  ],
])('%s is refused with one line', async ([, args, message]) => {
  await inNewFolder(async (cwd) => {
    const { status, stdout, stderr } = await compareLive(args(sound.url), cwd);
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([2, '']);
  });
});

test('addresses without --live are told apart from reports', async () => {
  await inNewFolder(async (cwd) => {
    const { status, stderr } = await conformance(['compare', sound.url, copy.url], { cwd });
    expect(stderr).toContain('for two instances add --live');
    expect(status).toBe(2);
  });
});

test('a token that the older instance rejects is refused', async () => {
  await inNewFolder(async (cwd) => {
    const { status, stderr } = await compareLive([sound.url, copy.url], cwd, {
      CONFORMANCE_USER_TOKEN: 'wrong-token-of-nobody',
    });
    expect(stderr).toMatch(/^conformance: .* rejects the credentials of role user: .*\n$/);
    expect(stderr).not.toContain('wrong-token-of-nobody');
    expect(status).toBe(2);
  });
});

test('a limit of requests ends with 3', async () => {
  await inNewFolder(async (cwd) => {
    const { status, stdout } = await compareLive(
      [sound.url, copy.url, '--max-requests', '60'],
      cwd,
    );
    expect(stdout).toMatch(/remaining requests: .*--max-requests 60 was reached\.\n/);
    expect(stdout).toMatch(/\n INCOMPLETE {2}no difference · /);
    expect(status).toBe(3);
  });
});

test('a token that an instance repeats is in no difference, wherever it stands', async () => {
  const { token } = sound.roles.user;
  const base64 = Buffer.from(`Authorization: Token ${token}`).toString('base64');
  const repeating = await started({
    front: async (request, answer) => {
      const response = await answer(request);
      // Of a mail single lines are shown.
      if (/\/(?:mbox|raw)\/$/.test(request.url)) {
        return new Response(`${base64.slice(0, 40)}\n${base64.slice(40)}\n`, response);
      }
      const isOne = /\/series\/\d+\/$/.test(new URL(request.url).pathname);
      if (!isOne || response.status !== 200) return response;
      const row = (await response.json()) as object;
      const own = { ...row, name: `${'x'.repeat(60)}${token} more`, [`k-${token}`]: 1 };
      return new Response(JSON.stringify(own), {
        headers: { 'content-type': 'application/json' },
      });
    },
  });
  try {
    await inNewFolder(async (cwd) => {
      const files = ['live.json', 'live.md', 'live.html'];
      const { stdout, stderr } = await compareLive(
        [
          sound.url,
          repeating.url,
          '--versions',
          '1.2',
          ...files.flatMap((each) => ['--report', each]),
        ],
        cwd,
        { CONFORMANCE_USER_TOKEN: token },
      );
      expect(stdout).toContain('CONFORMANCE_USER_TOKEN');
      const texts = await Promise.all(files.map((file) => readFile(join(cwd, file), 'utf8')));
      for (const text of [stdout, stderr, ...texts]) {
        for (let at = 0; at + 8 <= token.length; at += 1) {
          expect(text).not.toContain(token.slice(at, at + 8));
        }
        for (let at = 28; at + 12 <= base64.length; at += 1) {
          expect(text).not.toContain(base64.slice(at, at + 12));
        }
      }
    });
  } finally {
    await repeating.stop();
  }
});
