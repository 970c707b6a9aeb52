import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compareOutputs } from '../../analysis/trial/reaction.js';
import type { ClientTrial, Output } from '../../analysis/trial/result.js';
import { runCommand, surroundings } from '../../analysis/trial/run-command.js';
import { conformance, inNewFolder, outcome, start } from '../cli/command.js';
import { clientThat } from './trying.js';

test('try-client tells what a client does, writes reports, and exits with 1', async () => {
  await inNewFolder(async (cwd) => {
    const reports = ['run.json', 'run.md', 'run.html'];
    const { status, stdout, stderr } = await conformance(
      [
        ...['try-client', '--command', clientThat('count'), '--versions', '1.2'],
        ...['--only', 'links-only-*,last-off-by-one,html-instead-of-json'],
        ...reports.flatMap((file) => ['--report', file]),
      ],
      { cwd },
    );
    expect(status).toBe(1);
    expect(stdout).toContain('requests  GET /series/  project, per_page, page');
    expect(stdout).toMatch(
      /≠ \d+ lines instead of \d+\n.*variant links-only-next-and-prev: The links are/,
    );
    expect(stdout).toMatch(/\n FAIL {2}.*silently different \d/);
    expect(stderr).toContain('conformance: wrote run.html');
    const trial: ClientTrial = JSON.parse(await readFile(`${cwd}/run.json`, 'utf8'));
    expect(trial).toMatchObject({ format: 'conformance-client-trial/1', verdict: 'fail' });
    for (const file of reports) {
      expect(await readFile(`${cwd}/${file}`, 'utf8')).toContain('last-off-by-one');
    }
  });
});

test('a client that copes exits with 0, and --quiet prints the verdict alone', async () => {
  await inNewFolder(async (cwd) => {
    const client = ['try-client', '--command', clientThat('follow'), '--versions', '1.2'];
    const only = ['--only', 'links-first-last-prev-next', '--quiet'];
    const { status, stdout, stderr } = await conformance([...client, ...only], { cwd });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ PASS {2}1 run on changed instances: same 1 ·[^\n]*\n$/);
  });
});

test.for<[string, string[], string]>([
  ['no command', [], 'try-client needs the command of a client'],
  ['a name of nothing', ['--command', 'x', '--only', 'small-page'], 'did you mean small-pages'],
  [
    'nothing left',
    ['--command', 'x', '--only', 'variant', '--skip', 'variant'],
    'select nothing to try',
  ],
  [
    'a command without quotes',
    ['python3', 'client.py'],
    "put the command of the client in quotes: --command 'python3 client.py'",
  ],
  [
    'a version that the release does not offer',
    ['--command', clientThat('follow'), '--versions', '1.4', '--only', 'like-2.2'],
    'like-2.2 not tried: it offers no 1.4 (--versions 1.2)',
  ],
  [
    'a command that does not end',
    ['--command', 'sleep 300', '--timeout', '0.2'],
    'the command does not end on the sound instance in 1.2 (time limit; --timeout sets another)',
  ],
  ['another format', ['--command', 'x', '--report', 'run.svg'], 'expected a file ending in .json'],
  ['another instance', ['--command', 'x', '--expect', '3.1'], '--expect: expected sound, 2.2, 3.2'],
  [
    'no such program',
    ['--command', 'no-such-client-here'],
    'the command fails on the sound instance',
  ],
  ['no request', ['--command', 'true'], 'sent no request to $CONFORMANCE_URL'],
  [
    'nothing tried',
    ['--command', clientThat('follow'), '--versions', '1.2', '--only', 'order-ignored'],
    'nothing was tried',
  ],
])('%s: one line, and exit status 2', async ([, args, message]) => {
  await inNewFolder(async (cwd) => {
    const { status, stdout, stderr } = await conformance(['try-client', ...args], { cwd });
    expect(status).toBe(2);
    expect(stdout + stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test('an interrupted trial ends its command, and exits with 130', async () => {
  await inNewFolder(async (cwd) => {
    const child = start(
      ['try-client', '--command', 'echo $$ >started; sleep 300', '--versions', '1.2'],
      { cwd },
    );
    const ended = outcome(child);
    let pid = '';
    while (pid === '') {
      pid = (await readFile(`${cwd}/started`, 'utf8').catch(() => '')).trim();
      await new Promise((resolve) => setImmediate(resolve));
    }
    child.kill('SIGTERM');
    const { status } = await ended;
    expect(status).toBe(130);
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  });
});

test('a command gets the accounts of the reference, and no secret of the user', () => {
  const account = { token: 't', name: 'n', password: 'p' };
  const environment = surroundings(
    {
      url: 'http://127.0.0.1:5',
      project: 'tideline',
      roles: { user: account, other: account, maintainer: account },
    },
    '1.2',
    '/folder',
    {
      PATH: '/bin',
      LANG: 'C',
      CONFORMANCE_BASE_URL: 'https://real.example.org',
      CONFORMANCE_CI_TOKEN: 'secret',
      GITHUB_TOKEN: 'secret',
      PW_PASSWORD: 'secret',
      AWS_SECRET_ACCESS_KEY: 'secret',
      http_proxy: 'http://proxy.example.org',
    },
  );
  expect(JSON.stringify(environment)).not.toMatch(/secret|real|proxy/);
  expect(environment).toMatchObject({
    PATH: '/bin',
    LANG: 'C',
    CONFORMANCE_URL: 'http://127.0.0.1:5/api/1.2',
    CONFORMANCE_BASE_URL: 'http://127.0.0.1:5',
    CONFORMANCE_VERSION: '1.2',
    CONFORMANCE_PROJECT: 'tideline',
    CONFORMANCE_MAINTAINER_TOKEN: 't',
    CONFORMANCE_DIR: '/folder',
  });
});

const run = (command: string, options: { timeoutMs?: number; stop?: AbortSignal } = {}) =>
  inNewFolder((folder) =>
    runCommand(command, {
      environment: process.env,
      folder,
      timeoutMs: 300_000,
      stop: new AbortController().signal,
      ...options,
    }),
  );

test('a command that does not end in time is killed, with the processes that it started', async () => {
  const output = await run('sleep 300 & sleep 300', { timeoutMs: 50 });
  expect(output).toMatchObject({ ended: 'time limit', status: null, signal: 'SIGKILL' });
});

test('a command that prints without end is ended', async () => {
  expect(await run('yes')).toMatchObject({ ended: 'too much output' });
});

const printed = (parts: Partial<Output>): Output => ({
  stdout: 'one\ntwo\n',
  stderr: '',
  files: {},
  status: 0,
  signal: null,
  ...parts,
});

test.for<[string, Partial<Output>, string, string]>([
  ['nothing else', {}, 'same', ''],
  ['a wider column', { stdout: 'one   \ntwo\n' }, 'same', ''],
  ['fewer lines', { stdout: 'one\n' }, 'silently different', '1 line instead of 2'],
  ['another file', { files: { a: 'x' } }, 'silently different', 'file a: 1 line instead of 0'],
  ['another status', { status: 2 }, 'tells', 'exit status 2: two'],
  ['a message', { stderr: 'warning: x\n' }, 'tells', 'warning: x'],
  [
    'a traceback of Python',
    { status: 1, stderr: 'Traceback (most recent call last):\n  File "x"\nKeyError: 1\n' },
    'crashes',
    'KeyError: 1',
  ],
  [
    'a stack of Node.js',
    { status: 1, stderr: 'TypeError: x\n    at get (file:///client.mjs:12:3)\n' },
    'crashes',
    'TypeError: x',
  ],
  [
    'a panic of Rust',
    { status: 101, stderr: "thread 'main' panicked at src/main.rs:4:5:\nboom\n" },
    'crashes',
    'boom',
  ],
  ['a signal', { status: null, signal: 'SIGSEGV' }, 'crashes', 'ended by SIGSEGV'],
  ['the status 255, which is no signal', { status: 255 }, 'tells', 'exit status 255: two'],
  [
    'the time limit',
    { status: null, ended: 'time limit' },
    'hangs',
    'no end within the time limit',
  ],
])('%s: %s', ([, parts, reaction, why]) => {
  expect(compareOutputs(printed({}), printed(parts), false)).toMatchObject({ reaction, why });
});
