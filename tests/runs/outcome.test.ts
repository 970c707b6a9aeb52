import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wantsColour } from '../../cli/terminal.js';
import { inNewFolder, spawned } from '../cli/command.js';
import { echo, withServer } from '../cli/servers.js';

const DEMO = ['demo', '--only', 'root.answers', '--versions', '1.1'];

test.concurrent('--quiet shows the verdict only', async () => {
  await inNewFolder(async (cwd) => {
    const { stdout, stderr } = await spawned([...DEMO, '--quiet'], { cwd });
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
    const asked = await spawned([...DEMO, '--quiet'], { cwd, env });
    const forbidden = await spawned([...DEMO, '--quiet'], {
      cwd,
      env: { ...env, NO_COLOR: '1' },
    });
    expect(asked.stdout).toContain(coloured);
    expect(forbidden.stdout + forbidden.stderr).not.toContain(coloured);
  });
});

test.concurrent("the user's own configuration is not read, and nothing is written beside it", async () => {
  await inNewFolder(async (cwd) => {
    const files = ['tsconfig.json', 'vite.config.js', 'vitest.config.ts', 'vitest.workspace.ts'];
    for (const file of files) await writeFile(join(cwd, file), 'throw new Error("was read");');
    const { status, stderr } = await spawned(DEMO, { cwd });
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
        const { status, stdout, stderr } = await spawned(args, { cwd });
        expect(stdout).toMatch(/\n CONFORMANT /);
        expect(stderr).toMatch(/\nconformance: reports\/r\.json cannot be written: [^\n]*\n$/);
        expect(status).toBe(2);
      },
    );
  });
});
