import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { conformance, inNewFolder, outcome, start } from './command.js';
import { html, withServer } from './servers.js';

/** Serves until the work is done; returns what the command wrote after its first line, and how it ended. */
async function serving(
  args: string[],
  cwd: string,
  signal: 'SIGINT' | 'SIGTERM',
  work: (url: string) => Promise<void>,
) {
  const child = start(['serve', ...args], { cwd });
  const ended = outcome(child);
  try {
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    await work(url);
  } finally {
    child.kill(signal);
  }
  return ended;
}

test.concurrent.for(['SIGINT', 'SIGTERM'] as const)(
  'the first line is the URL; %s ends it',
  async (signal, { expect }) => {
    await inNewFolder(async (cwd) => {
      let seen = '';
      const { status, stdout, stderr } = await serving([], cwd, signal, async (url) => {
        seen = url;
        expect((await fetch(`${url}/api/1.4/`)).status).toBe(200);
        const tooLong = { method: 'POST', body: Buffer.alloc(4_000_001) };
        expect((await fetch(`${url}/api/1.4/bundles/`, tooLong)).status).toBe(413);
      });
      expect(stdout.startsWith(`${seen}\n\n`)).toBe(true);
      expect(stdout).toContain(`git config pw.server ${seen}/api/1.2`);
      expect(stdout).toContain('git pw patch list');
      expect(stdout).toMatch(/\nTest it\n {2}node \S*cli\/conformance\.js serve --write-env FILE /);
      expect(stdout).toContain(`curl -i ${seen}/api/1.2/patches/`);
      expect([status, stderr]).toEqual([0, '']);
    });
  },
);

test.concurrent('--write-env replaces nothing but a file that serve has written', async () => {
  await inNewFolder(async (cwd) => {
    const file = join(cwd, 'own.env');
    for (const _ of [1, 2]) await serving(['--write-env', file], cwd, 'SIGINT', async () => {});
    await writeFile(file, 'CONFORMANCE_USER_TOKEN=mine\n');
    const { status, stderr } = await conformance(['serve', '--write-env', file], { cwd });
    expect([status, stderr]).toEqual([
      2,
      `conformance: --write-env: ${file} exists and was not written by serve; expected another file\n`,
    ]);
    expect(await readFile(file, 'utf8')).toBe('CONFORMANCE_USER_TOKEN=mine\n');
    // What is written over is named by who starts the command.
    await writeFile(join(cwd, '.env'), `CONFORMANCE_WRITE_ENV=${file}\n`);
    expect((await conformance(['serve'], { cwd })).status).toBe(2);
  });
});

test.concurrent('with the file of --write-env a run signs in as everyone', async () => {
  await inNewFolder(async (cwd) => {
    const file = join(cwd, "it's.env");
    await serving(['--write-env', file, '--prefix', '/pw'], cwd, 'SIGINT', async (url) => {
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const script =
        'set -a; . "$0"; printenv CONFORMANCE_BASE_URL CONFORMANCE_MAINTAINER_PASSWORD';
      const [base, password] = execFileSync('sh', ['-c', script, file], { encoding: 'utf8' }).split(
        '\n',
      );
      expect(base).toBe(url);
      expect(password).not.toBe('');
      const env = parse(await readFile(file, 'utf8'));
      const { status, stdout } = await conformance(
        ['--only', 'user.list,root.answers', '--versions', '1.3', '--report', '-'],
        { cwd, env },
      );
      expect(JSON.parse(stdout)).toMatchObject({
        target: { baseUrl: url },
        options: { roles: ['user', 'other', 'maintainer'] },
        counts: { pass: 2 },
      });
      expect(status).toBe(0);
    });
  });
});

test.concurrent('a port in use is one clear line and status 2', async () => {
  await withServer(html, (url) =>
    inNewFolder(async (cwd) => {
      const { port } = new URL(url);
      const { status, stdout, stderr } = await conformance(['serve', '--port', port], { cwd });
      expect(stderr).toMatch(/^conformance: cannot listen .*in use; choose another[^\n]*\n$/);
      expect([status, stdout]).toEqual([2, '']);
    }),
  );
});

test.concurrent('with --like and --fault it answers like that release with a defect, and says so', async () => {
  await inNewFolder(async (cwd) => {
    const { stdout, stderr } = await serving(
      ['--like', '2.2', '--fault', 'unknown-cover-as-html'],
      cwd,
      'SIGINT',
      async (url) => {
        expect((await fetch(`${url}/api/1.3/`)).status).toBe(404);
        const [patch] = (await (await fetch(`${url}/api/1.2/patches/`)).json()) as {
          date: string;
        }[];
        expect(patch?.date).toMatch(/T\d\d:\d\d:\d\d$/);
        const unknown = await fetch(`${url}/api/1.2/covers/999999/`);
        expect(unknown.headers.get('content-type')).toContain('text/html');
      },
    );
    expect(stdout).toMatch(/versions 1\.0 to 1\.2\..*\nIt answers like release 2\.2 of Patchwork/);
    expect(stdout).toContain('/api/1.2/patches/');
    expect(stderr).toContain('fault unknown-cover-as-html: ');
  });
});
