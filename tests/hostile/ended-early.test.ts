import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../harness/report.js';
import { inNewFolder, MAIN, outcome, spawned, start } from '../cli/command.js';
import { misbehavingWorker } from '../cli/misbehaving-worker.js';
import { withServer } from '../cli/servers.js';
import { errorsOf } from './trial.js';

const DEMO = ['demo', '--only', 'root.*', '--report', 'r.json'];

/** Returns valid roots and never responds to anything else. */
const SLOW: Parameters<typeof withServer>[0] = (request, response) => {
  response.setHeader('content-type', 'application/json');
  if (/^\/api\/\d\.\d\/$/.test(request.url ?? '')) response.end('{"projects": null}');
};

test.concurrent('--max-duration ends a run with a complete report and status 3', async () => {
  await withServer(SLOW, (url) =>
    inNewFolder(async (cwd) => {
      const args = ['--base-url', url, '--max-duration', '30', '--report', 'r.json'];
      const { status, stdout } = await spawned(args, { cwd });
      const report = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
      expect(report).toMatchObject({ interrupted: true, options: { maxDurationMs: 30_000 } });
      expect(await errorsOf(report)).toEqual([]);
      expect(JSON.stringify(report.results)).toContain(
        'the run reached its --max-duration of 30 s before this was checked',
      );
      expect(JSON.stringify(report.results)).not.toContain('the run was interrupted');
      expect(stdout).toMatch(/\n INTERRUPTED /);
      expect(status).toBe(3);
    }),
  );
});

test.concurrent('--max-duration before anything was checked is one line, status 2', async () => {
  await withServer(
    () => {},
    (url) =>
      inNewFolder(async (cwd) => {
        const ended = await spawned(['--base-url', url, '--max-duration', '1'], { cwd });
        expect(ended).toEqual({
          status: 2,
          stdout: '',
          stderr:
            'conformance: the run reached its --max-duration of 1 s before anything was checked\n',
        });
      }),
  );
});

test.concurrent('a limit that is not reached changes nothing', async () => {
  await inNewFolder(async (cwd) => {
    const { status, stdout } = await spawned([...DEMO, '--max-duration', '300'], { cwd });
    expect(stdout).toMatch(/\n CONFORMANT /);
    expect(status).toBe(0);
  });
});

test.concurrent('data is restored when the time is over', async () => {
  await inNewFolder(async (cwd) => {
    const only = ['--only', 'project-writes', '--only', 'user-writes', '--runs', '1000'];
    const args = ['demo', ...only, '--max-duration', '30', '--report', 'r.json'];
    const { status, stdout } = await spawned(args, { cwd });
    const report = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
    expect(report).toMatchObject({ interrupted: true, writes: { notRestored: [] } });
    expect(report.traffic.byMethod.PATCH).toBeGreaterThan(1);
    expect(report.writes.restored).toBeGreaterThan(0);
    expect(stdout).toMatch(/\n INTERRUPTED /);
    expect(status).toBe(3);
  });
});

test.concurrent('Ctrl-C replaces the old report with a complete one and leaves no other files', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'r.json'), 'old');
    let interrupt = () => {};
    await withServer(
      (request, response) => {
        if (!/^\/api\/\d\.\d\/$/.test(request.url ?? '')) interrupt();
        return SLOW(request, response);
      },
      async (url) => {
        const child = start(['--base-url', url, '--report', 'r.json'], { cwd });
        // Once: a second signal would end the process at once.
        interrupt = () => {
          interrupt = () => {};
          child.kill('SIGINT');
        };
        const { status } = await outcome(child);
        const report = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
        expect(report).toMatchObject({ interrupted: true });
        expect(await errorsOf(report)).toEqual([]);
        expect(await readdir(cwd)).toEqual(['r.json']);
        expect(status).toBe(130);
      },
    );
  });
});

test.concurrent('on a full disk the old report is kept, no other files are left, and one line is printed', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'r.json'), 'old');
    // Limits the size of files, as on a full disk.
    const limited = `ulimit -f 8; exec "$0" "$@"`;
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn('bash', ['-c', limited, process.execPath, MAIN, ...DEMO], {
      cwd,
      env: { PATH, HOME },
    });
    const { status, stdout, stderr } = await outcome(child);
    expect(stdout).toMatch(/\n CONFORMANT /);
    expect(stderr).toMatch(/\nconformance: r\.json cannot be written: [^\n]+\n$/);
    expect(await readFile(join(cwd, 'r.json'), 'utf8')).toBe('old');
    expect(await readdir(cwd)).toEqual(['r.json']);
    expect(status).toBe(2);
  });
});

/**
 * Runs two requirements with a worker that executes the code when it parses the list of covers, which is
 * answered late enough for the five results of the other to be reported: Vitest batches results for 0.1 s, and
 * a busy machine needs longer.
 */
async function withWorker(code: string, more: readonly string[] = []) {
  const server: Parameters<typeof withServer>[0] = (request, response) => {
    if (!request.url?.includes('/covers/')) return SLOW(request, response);
    setTimeout(() => response.setHeader('content-type', 'application/json').end('["mark"]'), 5000);
  };
  return withServer(server, (url) =>
    inNewFolder(async (cwd) => {
      const only = ['--only', 'root.answers,cover.list', '--report', 'r.json'];
      const env = misbehavingWorker('"mark"', code);
      const ended = await spawned(['--base-url', url, ...only, ...more], { cwd, env });
      const report = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
      const open = report.results.find((each: Result) => each.verdict === 'inconclusive');
      return { ...ended, report, reason: open?.reason, errors: await errorsOf(report) };
    }),
  );
}

test.concurrent('a check with an endless loop is ended with the run, and the rest is reported', async () => {
  const { status, report, reason, errors } = await withWorker('for (;;);', [
    '--max-duration',
    '60',
  ]);
  expect(errors).toEqual([]);
  expect(report).toMatchObject({ interrupted: true, counts: { pass: 1, inconclusive: 9 } });
  expect(reason).toContain('its --max-duration of 60 s');
  expect(status).toBe(3);
});

test.concurrent('if the checks run out of memory, the results so far are reported', async () => {
  const { status, stdout, report, reason, errors } = await withWorker(
    'const all = []; for (;;) all.push(new Array(1000).fill({}));',
  );
  expect(errors).toEqual([]);
  expect(report).toMatchObject({ interrupted: true, counts: { pass: 1, inconclusive: 9 } });
  expect(reason).toBe('the checks ran out of memory before this was checked');
  expect(stdout).toMatch(/\n INTERRUPTED /);
  expect(status).toBe(3);
});

test.concurrent('if the worker ends, the results so far are reported', async () => {
  const { status, report, errors } = await withWorker('exit(0);');
  expect(errors).toEqual([]);
  expect(report.counts).toMatchObject({ pass: 1, fail: 0 });
  expect(status).toBe(3);
});

test.concurrent('a rejection that nothing handles changes no result', async () => {
  const { status, report, errors } = await withWorker("Promise.reject(new Error('unhandled'));");
  expect(errors).toEqual([]);
  expect(report).toMatchObject({ verdict: 'conformant', counts: { pass: 10 } });
  expect(status).toBe(0);
});
