import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, inNewFolder, outcome, start } from './command.js';
import { deferred } from './deferred.js';
import { echo, loginFirst, withServer } from './servers.js';

const SECRETS = {
  CONFORMANCE_USER_TOKEN: 'sekrit-token-of-user',
  CONFORMANCE_OTHER_NAME: 'otto',
  CONFORMANCE_OTHER_PASSWORD: 'sekrit password of other',
  CONFORMANCE_MAINTAINER_TOKEN: 'sekrit-token-of-maintainer',
  CONFORMANCE_HEADERS: 'X-Gate: sekrit-gate\nCookie: session=sekrit-cookie',
};
const BASIC = Buffer.from('otto:sekrit password of other').toString('base64');

test.concurrent('no secret is in any output, though the answers repeat all that was sent', async () => {
  await withServer(echo, (url) =>
    inNewFolder(async (cwd) => {
      const args = [
        '--base-url',
        url,
        '--verbose',
        '--debug',
        '--show-emails',
        '--report',
        'r.json',
      ];
      const { status, stdout, stderr } = await conformance(args, { cwd, env: SECRETS });
      const report = await readFile(join(cwd, 'r.json'), 'utf8');
      expect(report).toContain('$CONFORMANCE_USER_TOKEN');
      for (const text of [stdout, stderr, report]) {
        expect(text).not.toContain('sekrit');
        expect(text).not.toContain(BASIC);
      }
      expect(status).toBe(1);
    }),
  );
});

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
        const child = start(['--base-url', url, '--token', 'sekrit-token'], { cwd });
        const ended = outcome(child);
        await asked.promise;
        const shown = await readFile(`/proc/${child.pid}/cmdline`, 'utf8');
        child.kill('SIGINT');
        const { status, stderr } = await ended;
        expect(shown).toContain('conformance');
        expect(shown).not.toContain('sekrit');
        expect(stderr).toBe('conformance: interrupted before anything was judged\n');
        expect(status).toBe(130);
      }),
  );
});

test.concurrent('a flag signs in as the environment does', async () => {
  const sent: (string | undefined)[] = [];
  await withServer(
    (request, response) => {
      sent.push(request.headers.authorization);
      loginFirst(request, response);
    },
    (url) =>
      inNewFolder(async (cwd) => {
        const header = ['--header', 'Authorization: Bearer gate'];
        await conformance(['--base-url', url, ...header], { cwd });
      }),
  );
  expect(new Set(sent)).toEqual(new Set(['Bearer gate']));
});
