import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../cli/option.js';
import { shellWord } from '../../harness/shell.js';
import { everywhere, plotted } from '../comparison/plots.js';
import { inNewFolder, MAIN, outcome, spawned } from './command.js';

const COMPARED = ['compare', 'before.json', 'after.json'];

/** Calls back with a folder of two reports, in which a MUST has regressed. */
function withReports<T>(work: (cwd: string) => Promise<T>): Promise<T> {
  return inNewFolder(async (cwd) => {
    for (const [name, verdict] of Object.entries({ before: 'pass', after: 'fail' } as const)) {
      const report = plotted({ 'a.rule': { verdicts: everywhere(verdict) } }, { seed: 2 });
      await writeFile(join(cwd, `${name}.json`), JSON.stringify(report));
    }
    return work(cwd);
  });
}

test.for<[status: number, args: string[]]>([
  [0, ['--version']],
  [1, COMPARED],
  [2, ['--bas-url', 'http://127.0.0.1:9']],
])('the process ends with %i: %j', async ([expected, args]) => {
  await withReports(async (cwd) => {
    const { status, stdout, stderr } = await spawned(args, { cwd });
    expect(status, stdout + stderr).toBe(expected);
  });
});

/** `script` of util-linux gives a command a terminal; that of macOS takes other arguments. */
const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).status === 0;

test.runIf(hasTerminal)('on a terminal the output has colours, and its width', async () => {
  await withReports(async (cwd) => {
    const words = [process.execPath, MAIN, ...COMPARED].map(shellWord).join(' ');
    const child = spawn('script', ['-qec', `stty cols 64; ${words}`, '/dev/null'], {
      cwd,
      env: { PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh' },
    });
    const { status, stdout } = await outcome(child);
    expect(stdout).toContain('\u001b[');
    const lines = stripVTControlCharacters(stdout).split(/\r?\n/);
    expect(lines.some((line) => line.startsWith(' REGRESSED '))).toBe(true);
    expect(Math.max(...lines.map((line) => line.length))).toBe(64);
    expect(status).toBe(1);
  });
});

/** The file that the package names as its command. */
const BIN = fileURLToPath(new URL('../../cli/conformance.js', import.meta.url));

test.concurrent.for(['', ...Object.keys(COMMANDS)])(
  'conformance %s in a directory that is gone is one line, and status 2',
  async (command, { expect }) => {
    await inNewFolder(async (cwd) => {
      const gone = join(cwd, 'gone');
      const words = [process.execPath, BIN, ...(command === '' ? [] : [command])].map(shellWord);
      const script = `mkdir gone && cd gone && rmdir ${shellWord(gone)} && exec ${words.join(' ')}`;
      const { PATH = '' } = process.env;
      const child = spawn('sh', ['-c', script], { cwd, env: { PATH } });
      const { status, stdout, stderr } = await outcome(child);
      expect([status, stdout, stderr]).toEqual([
        2,
        '',
        'conformance: the current directory cannot be used (no such file or directory); change to one that exists\n',
      ]);
    });
  },
);
