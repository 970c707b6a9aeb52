import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../project-copy.js';
import { inNewFolder, MAIN, start } from './command.js';
import { withServer } from './servers.js';

// In a container the command is process 1, for which the kernel has no default action on a signal.

/** What makes a command process 1 of a namespace, as root or as any user; undefined where that is not permitted. */
const UNSHARE = ['-pf', '-rpf'].find(
  (flags) => spawnSync('unshare', [flags, '--mount-proc', 'true']).status === 0,
);
const NEEDS = UNSHARE === undefined ? ' (skipped: unshare is not permitted here)' : '';

function startAsFirst(args: readonly string[], cwd: string, main = MAIN): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const command = [UNSHARE ?? '', '--mount-proc', process.execPath, main, ...args];
  return spawn('unshare', command, { cwd, env: { PATH, HOME } });
}

/** The id, out here, of the process that unshare has started. */
function firstOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

/** Starts `doctor` on an instance that never answers, and calls back when it waits for an answer. */
async function doctorWaiting(
  started: (args: string[], cwd: string) => ChildProcess,
  work: (child: ChildProcess) => Promise<void>,
): Promise<void> {
  await inNewFolder((cwd) =>
    withServer(
      () => {},
      async (url, server) => {
        const child = started(['doctor', '--base-url', url], cwd);
        await once(server, 'request');
        await work(child);
      },
    ),
  );
}

/** Sends a signal to process 1, and returns the exit status, or that it is still there after five seconds. */
async function endedBy(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string> {
  const first = firstOf(child);
  let isIgnored = false;
  const limit = setTimeout(() => {
    isIgnored = true;
    process.kill(first, 'SIGKILL');
  }, 5000);
  process.kill(first, signal);
  const [status] = await once(child, 'close');
  clearTimeout(limit);
  return isIgnored ? `ignored ${signal}` : status;
}

test.skipIf(UNSHARE === undefined).for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(`%s ends doctor as process 1 with %d${NEEDS}`, async ([signal, expected]) => {
  await doctorWaiting(startAsFirst, async (child) => {
    expect(await endedBy(child, signal)).toBe(expected);
  });
});

test.skipIf(UNSHARE === undefined).for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(`%s ends process 1 with %d while it is loaded${NEEDS}`, async ([signal, expected]) => {
  await inNewFolder(async (cwd) => {
    for (const file of ['conformance.js', 'node-version.js']) {
      cpSync(join(ROOT, 'cli', file), join(cwd, 'cli', file));
    }
    mkdirSync(join(cwd, 'dist/cli'), { recursive: true });
    const slow =
      "console.log('loading');\nawait new Promise((done) => setTimeout(done, 30_000));\n";
    writeFileSync(join(cwd, 'dist/cli/main.js'), slow);
    writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }\n');
    const child = startAsFirst([], cwd, join(cwd, 'cli/conformance.js'));
    if (child.stdout) await once(child.stdout, 'data');
    expect(await endedBy(child, signal)).toBe(expected);
  });
});

test.skipIf(UNSHARE === undefined)(
  `a subcommand that handles signals by itself does so as process 1${NEEDS}`,
  async () => {
    await inNewFolder(async (cwd) => {
      const child = startAsFirst(['serve'], cwd);
      if (child.stdout) await once(child.stdout, 'data');
      expect(await endedBy(child, 'SIGTERM')).toBe(0);
    });
  },
);

test('another process is ended by the signal itself, as a shell expects', async () => {
  await doctorWaiting(
    (args, cwd) => start(args, { cwd }),
    async (child) => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      expect(await ended).toEqual([null, 'SIGTERM']);
    },
  );
});
