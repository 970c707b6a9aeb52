import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wantsColour } from '../../cli/colour.js';
import { conformance, inNewFolder, MAIN } from './command.js';
import { echo, withServer } from './servers.js';

const DEMO = ['demo', '--only', 'root.answers', '--versions', '1.1'];

test.concurrent('demo shows the matrix, and progress beside it', async () => {
  await inNewFolder(async (cwd) => {
    const { status, stdout, stderr } = await conformance(DEMO, { cwd });
    expect(stdout).toMatch(/instance +http:\/\/127\.0\.0\.1:\d+\n/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^ CONFORMANT /);
    expect(stderr).toContain('100 %');
    expect(status).toBe(0);
  });
});

test.concurrent('--quiet shows the verdict only', async () => {
  await inNewFolder(async (cwd) => {
    const { stdout, stderr } = await conformance([...DEMO, '--quiet'], { cwd });
    expect(stdout).toMatch(/^ CONFORMANT [^\n]*\n$/);
    expect(stderr).toBe('');
  });
});

test.concurrent('colours are for terminals, unless they are asked for or forbidden', async () => {
  expect(wantsColour({ isTTY: true }, undefined, {})).toBe(true);
  expect(wantsColour({ isTTY: true }, undefined, { TERM: 'dumb' })).toBe(false);
  expect(wantsColour({ isTTY: true }, true, { FORCE_COLOR: '1' })).toBe(false);
  expect(wantsColour({ isTTY: true }, undefined, { FORCE_COLOR: '0' })).toBe(false);
  expect(wantsColour({}, undefined, {})).toBe(false);
  await inNewFolder(async (cwd) => {
    const env = { FORCE_COLOR: '1' };
    const coloured = '\u001b[';
    const asked = await conformance([...DEMO, '--quiet'], { cwd, env });
    const forbidden = await conformance([...DEMO, '--quiet'], {
      cwd,
      env: { ...env, NO_COLOR: '1' },
    });
    expect(asked.stdout).toContain(coloured);
    expect(forbidden.stdout + forbidden.stderr).not.toContain(coloured);
  });
});

test.concurrent('--report - is JSON and nothing else; a file holds the same kind of report', async () => {
  await inNewFolder(async (cwd) => {
    await symlink('kept.json', join(cwd, 'link.json'));
    await writeFile(join(cwd, 'kept.json'), 'old');
    const args = [...DEMO, '--seed', '7', '--report', '-', '--report', 'link.json'];
    const { status, stdout } = await conformance(args, { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ format: 'conformance-report/1', seed: 7 });
    expect(await readFile(join(cwd, 'kept.json'), 'utf8')).toBe(stdout);
    expect(await readdir(cwd)).toEqual(['kept.json', 'link.json']);
    expect(status).toBe(0);
  });
});

test.concurrent("the user's own configuration is not read, and nothing is written beside it", async () => {
  await inNewFolder(async (cwd) => {
    const files = ['tsconfig.json', 'vite.config.js', 'vitest.config.ts', 'vitest.workspace.ts'];
    for (const file of files) await writeFile(join(cwd, file), 'throw new Error("was read");');
    const { status, stderr } = await conformance(DEMO, { cwd });
    expect(stderr).not.toContain('was read');
    expect(status).toBe(0);
    expect(await readdir(cwd)).toEqual(files);
  });
});

test.concurrent('a report that cannot be written is a line, beside what is shown', async () => {
  await inNewFolder(async (cwd) => {
    const folder = join(cwd, 'reports');
    await mkdir(folder);
    await withServer(
      (request, response) => {
        void rm(folder, { recursive: true, force: true }).then(() => echo(request, response));
      },
      async (url) => {
        const args = ['--base-url', url, '--only', 'root.answers', '--report', 'reports/r.json'];
        const { status, stdout, stderr } = await conformance(args, { cwd });
        expect(stdout).toMatch(/\n CONFORMANT /);
        expect(stderr).toMatch(/\nconformance: reports\/r\.json cannot be written: [^\n]*\n$/);
        expect(status).toBe(2);
      },
    );
  });
});

test.concurrent.for([['list'], ['--help'], ['serve', '--help'], ['--version']])(
  '%j: a full disk behind standard output is one clear line',
  async (words, { expect }) => {
    await inNewFolder(async (cwd) => {
      const full = await open('/dev/full', 'w');
      const child = spawn(process.execPath, [MAIN, ...words], {
        cwd,
        stdio: ['ignore', full.fd, 'pipe'],
      });
      let stderr = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      await once(child, 'close');
      await full.close();
      expect(stderr).toBe(
        'conformance: standard output cannot be written: no space left on device\n',
      );
      expect(child.exitCode).toBe(2);
    });
  },
);
