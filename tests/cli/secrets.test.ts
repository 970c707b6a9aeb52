import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/start.js';
import { conformance, inNewFolder, outcome, start } from './command.js';
import { deferred } from './deferred.js';
import { formsOf } from './secret-forms.js';
import { withServer } from './servers.js';

const SECRETS = {
  CONFORMANCE_USER_TOKEN: 'sekrit-token-of-user',
  CONFORMANCE_HEADERS: 'X-Gate: sekrit-gate\nCookie: session=sekrit-cookie',
};

test.concurrent('no secret is in the line that says why nothing could be judged', async () => {
  await withServer(
    (request, response) => {
      const { 'x-gate': gate } = request.headers;
      response.writeHead(302, { location: `/login?${String(gate)}` }).end();
    },
    (url) =>
      inNewFolder(async (cwd) => {
        const { status, stderr } = await conformance(['--base-url', url], { cwd, env: SECRETS });
        expect(stderr).toContain('/login?');
        expect(stderr).not.toContain('sekrit');
        expect(status).toBe(2);
      }),
  );
});

test.concurrent('no secret is in the list of processes while the command runs', async () => {
  const asked = deferred();
  await withServer(
    () => asked.resolve(),
    (url) =>
      inNewFolder(async (cwd) => {
        const child = start(['--base-url', url.replace('//', '//ursula:sekrit-token@')], { cwd });
        const ended = outcome(child);
        await asked.promise;
        const shown = await readFile(`/proc/${child.pid}/cmdline`, 'utf8');
        child.kill('SIGINT');
        const { status, stderr } = await ended;
        expect(shown).toContain('conformance');
        expect(shown).not.toContain('sekrit');
        expect(stderr).toBe('conformance: interrupted before anything was checked\n');
        expect(status).toBe(130);
      }),
  );
});

test('a file .env that others can read draws one line, if it holds secrets', async () => {
  await inNewFolder(async (cwd) => {
    const file = join(cwd, '.env');
    const said = async (text: string, mode: number) => {
      await writeFile(file, text);
      await chmod(file, mode);
      return (await conformance(['list', '--json'], { cwd })).stderr;
    };
    const token = 'CONFORMANCE_USER_TOKEN=sekrit\n';
    const inUrl = 'CONFORMANCE_BASE_URL=https://ann:sekrit@example.org\n';
    for (const text of [token, inUrl]) {
      expect(await said(text, 0o644)).toBe(
        'conformance: .env contains secrets and is readable by other users (mode 644); run chmod 600 .env\n',
      );
    }
    expect(await said(token, 0o600)).toBe('');
    expect(await said('CONFORMANCE_USER_TOKEN=\nCONFORMANCE_PROJECT=x\n', 0o644)).toBe('');
  });
});

test('a name and a password in the base URL sign in the user, and go no further', async () => {
  const reference = await startReference();
  try {
    const { name, password } = reference.roles.user;
    const env = {
      CONFORMANCE_BASE_URL: reference.url.replace(
        '://',
        `://${name}:${encodeURIComponent(password)}@`,
      ),
    };
    const { status, stdout, stderr } = await conformance(['doctor'], { env });
    expect(stdout).toContain(`✓ ${reference.url} can be reached`);
    expect(stdout).toContain('✓ user signed in with name and password');
    expect([status, stderr]).toEqual([0, '']);
    for (const form of formsOf(password)) expect(stdout).not.toContain(form);
  } finally {
    await reference.stop();
  }
});
