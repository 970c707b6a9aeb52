import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, inNewFolder, MAIN } from './command.js';

const DEMO = ['demo', '--only', 'root.answers', '--versions', '1.1'];

test.concurrent('--report - is JSON and nothing else; a file holds the same kind of report', async () => {
  await inNewFolder(async (cwd) => {
    await symlink('kept.json', join(cwd, 'link.json'));
    await writeFile(join(cwd, 'kept.json'), 'old');
    const args = [...DEMO, '--seed', '7', '--report', '-', '--report', 'link.json'];
    const { status, stdout } = await conformance(args, { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ format: 'conformance-report/2', seed: 7 });
    expect(await readFile(join(cwd, 'kept.json'), 'utf8')).toBe(stdout);
    expect(await readdir(cwd)).toEqual(['kept.json', 'link.json']);
    expect(status).toBe(0);
  });
});

test.concurrent.for([['list'], ['--help']])(
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
