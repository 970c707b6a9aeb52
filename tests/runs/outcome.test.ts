import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wantsColour } from '../../cli/terminal.js';
import { conformance, inNewFolder, MAIN, outcome, spawned, start } from '../cli/command.js';
import { deferred } from '../cli/deferred.js';
import { misbehavingWorker } from '../cli/misbehaving-worker.js';
import { loginFirst, switchedOff, withServer } from '../cli/servers.js';
import { ran, withInstance } from './instance.js';

const DEMO = ['demo', '--only', 'root.answers', '--versions', '1.1'];

test('colours are for terminals, unless they are asked for or forbidden', async () => {
  expect(wantsColour({ isTTY: true }, undefined, {})).toBe(true);
  expect(wantsColour({ isTTY: true }, undefined, { TERM: 'dumb' })).toBe(false);
  expect(wantsColour({ isTTY: true }, true, { FORCE_COLOR: '1' })).toBe(false);
  expect(wantsColour({ isTTY: true }, undefined, { FORCE_COLOR: '0' })).toBe(false);
  expect(wantsColour({}, undefined, {})).toBe(false);
  await inNewFolder(async (cwd) => {
    const env = { FORCE_COLOR: '1' };
    const asked = await conformance([...DEMO, '--quiet'], { cwd, env });
    expect(asked.stdout).toContain('\u001b[');
    const both = await conformance(DEMO, { cwd, env: { ...env, NO_COLOR: '1' } });
    expect(both.stdout + both.stderr).not.toContain('\u001b[');
  });
});

test("the user's own configuration is not read, and nothing is written beside it", async () => {
  await inNewFolder(async (cwd) => {
    const files = ['tsconfig.json', 'vite.config.js', 'vitest.config.ts', 'vitest.workspace.ts'];
    for (const file of files) await writeFile(join(cwd, file), 'throw new Error("was read");');
    const { status, stderr } = await spawned(DEMO, { cwd });
    expect(stderr).not.toContain('was read');
    expect(status).toBe(0);
    expect(await readdir(cwd)).toEqual(files);
  });
});

test('a path prefix works with and without a slash at its end', async () => {
  await withInstance({ prefix: '/patchwork' }, async ({ url }) => {
    for (const slash of ['', '/']) {
      const { report } = await ran(['--base-url', `${url}${slash}`, '--only', 'root.answers']);
      expect(report).toMatchObject({ target: { baseUrl: url }, verdict: 'conformant' });
    }
  });
});

test.for<[what: string, listener: RequestListener, expected: RegExp]>([
  ['an API that is switched off', switchedOff, /the API is disabled; \/about exists/],
  ['a login page', loginFirst, /redirects to \/login/],
])('%s is one clear line and status 2', async ([, listener, expected]) => {
  await withServer(listener, (url) =>
    inNewFolder(async (cwd) => {
      const { status, stdout, stderr } = await conformance(['--base-url', url], { cwd });
      expect(stderr).toMatch(expected);
      expect(stderr).toMatch(/^conformance: [^\n]+\n$/);
      expect([status, stdout]).toEqual([2, '']);
    }),
  );
});

test('on a full disk the old report is kept, no other files are left, and one line is printed', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'r.json'), 'old');
    // Limits the size of files, as on a full disk.
    const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, MAIN];
    const args = ['demo', '--only', 'root.*', '--report', 'r.json'];
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn('bash', [...limited, ...args], { cwd, env: { PATH, HOME } });
    const { status, stdout, stderr } = await outcome(child);
    expect(stdout).toMatch(/\n CONFORMANT /);
    expect(stderr).toMatch(/\nconformance: r\.json cannot be written: [^\n]+\n$/);
    expect(await readFile(join(cwd, 'r.json'), 'utf8')).toBe('old');
    expect(await readdir(cwd)).toEqual(['r.json']);
    expect(status).toBe(2);
  });
});

/** Answers the roots, and leaves everything else to `otherwise`. */
function roots(otherwise: RequestListener): RequestListener {
  return (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (/^\/api\/\d\.\d\/$/.test(request.url ?? '')) response.end('{"projects": null}');
    else otherwise(request, response);
  };
}

test('--max-duration before anything was checked is one line, status 2', async () => {
  const silent = () => {};
  await withServer(silent, (url) =>
    inNewFolder(async (cwd) => {
      const args = ['--base-url', url, '--max-duration', '1'];
      expect(await conformance(args, { cwd })).toEqual({
        status: 2,
        stdout: '',
        stderr:
          'conformance: the run reached its --max-duration of 1 s before anything was checked\n',
      });
    }),
  );
});

test.concurrent.for([
  ['a server that does not answer', []],
  ['a check with an endless loop', ['--only', 'root.answers,cover.list']],
] as const)(
  '--max-duration ends a run with %s; the rest is reported',
  async ([, only], { expect }) => {
    const isChecked = deferred();
    // The loop begins when the result of the other requirement is reported.
    const held: RequestListener = async (_, response) => {
      if (only.length === 0) return;
      await isChecked.promise;
      response.end('["mark"]');
    };
    await withServer(roots(held), (url) =>
      inNewFolder(async (cwd) => {
        const args = ['--base-url', url, '--max-duration', '30', '--report', 'r.json', ...only];
        const child = start(args, { cwd, env: misbehavingWorker('"mark"', 'for (;;);') });
        child.stderr.on('data', (text) => {
          if (String(text).includes('1 of 10')) isChecked.resolve();
        });
        const { status, stdout } = await outcome(child);
        const report = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
        expect(report).toMatchObject({ interrupted: true, options: { maxDurationMs: 30_000 } });
        if (only.length > 0) expect(report.counts).toMatchObject({ pass: 1, inconclusive: 9 });
        const results = JSON.stringify(report.results);
        expect(results).toContain(
          'the run reached its --max-duration of 30 s before this was checked',
        );
        expect(results).not.toContain('the run was interrupted');
        expect(stdout).toMatch(/\n INTERRUPTED /);
        expect(status).toBe(3);
      }),
    );
  },
);

test.concurrent('--max-duration restores data', async ({ expect }) => {
  const only = ['--only', 'project-writes,user-writes', '--runs', '1000'];
  const { status, report } = await ran(['demo', ...only, '--max-duration', '30'], { apart: true });
  expect(report).toMatchObject({ interrupted: true, writes: { notRestored: [] } });
  expect(report.traffic.byMethod.PATCH).toBeGreaterThan(1);
  expect(report.writes?.restored).toBeGreaterThan(0);
  expect(status).toBe(3);
});
