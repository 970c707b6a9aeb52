import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/start.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { closedAddress, html, loginFirst, switchedOff, withServer } from '../cli/servers.js';

const UNFIT: [what: string, listener: RequestListener, expected: RegExp][] = [
  ['a site that answers HTML', html, /status 200 and text\/html; expected a JSON object/],
  ['an API that is switched off', switchedOff, /the API is disabled; \/about exists/],
  ['a login page', loginFirst, /redirects to \/login/],
];

test.concurrent.for(UNFIT)(
  '%s is one clear line and status 2',
  async ([, listener, expected], { expect }) => {
    await withServer(listener, (url) =>
      inNewFolder(async (cwd) => {
        const { status, stdout, stderr } = await conformance(['--base-url', url], { cwd });
        expect(stderr).toMatch(expected);
        expect(stderr).toMatch(/^conformance: [^\n]+\n$/);
        expect([status, stdout]).toEqual([2, '']);
      }),
    );
  },
);

test.concurrent('a host that does not answer is one clear line and status 2', async () => {
  const url = await closedAddress();
  await inNewFolder(async (cwd) => {
    const { status, stderr } = await conformance(['--base-url', url], { cwd });
    expect(stderr).toMatch(/^conformance: [^\n]*connection refused[^\n]*\n$/);
    expect(status).toBe(2);
  });
});

test.concurrent('a path prefix works with and without a slash at its end', async () => {
  const reference = await startReference({ prefix: '/patchwork' });
  try {
    await inNewFolder(async (cwd) => {
      for (const slash of ['', '/']) {
        const url = `${reference.url}${slash}`;
        const args = ['--base-url', url, '--only', 'root.answers', '--report', '-'];
        const { status, stdout } = await conformance(args, { cwd });
        expect(JSON.parse(stdout)).toMatchObject({
          target: { baseUrl: reference.url },
          verdict: 'conformant',
        });
        expect(status).toBe(0);
      }
    });
  } finally {
    await reference.stop();
  }
});
