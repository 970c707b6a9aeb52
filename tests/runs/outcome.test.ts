import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, inNewFolder, MAIN, outcome, start } from '../cli/command.js';
import { deferred } from '../cli/deferred.js';
import { misbehavingWorker } from '../cli/misbehaving-worker.js';
import { withServer } from '../cli/servers.js';
import type { Fate } from '../harness/proxy.js';
import { withInstance } from './instance.js';
import { expectAsItWas, withWrites } from './written.js';

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

/** Lets an hour of --max-duration be over when there is a file of this name in the folder of the run. */
const OVER = 'over';
const HOUR = ['--max-duration', '3600'];
const ENDING = `--import data:text/javascript,${encodeURIComponent(`
  import { existsSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  const { setTimeout } = globalThis;
  if (isMainThread) globalThis.setTimeout = (work, ms, ...given) =>
    ms === 3_600_000
      ? setInterval(() => existsSync('${OVER}') && work(), 50)
      : setTimeout(work, ms, ...given);`)}`;

test.concurrent.for([
  ['a server that does not answer', []],
  ['a check with an endless loop', ['--only', 'root.answers,cover.list']],
] as const)(
  '--max-duration ends a run with %s; the rest is reported',
  async ([, only], { expect }) => {
    await inNewFolder(async (cwd) => {
      const isChecked = deferred();
      // The loop begins when the result of the other requirement is reported.
      const held: RequestListener = async (_, response) => {
        if (only.length === 0) return writeFile(join(cwd, OVER), '');
        await isChecked.promise;
        response.end('["mark"]');
      };
      const loop = `process.getBuiltinModule('fs').writeFileSync('${OVER}', ''); for (;;);`;
      const { NODE_OPTIONS } = misbehavingWorker(/"mark"/, loop);
      await withServer(roots(held), async (url) => {
        const args = ['--base-url', url, ...HOUR, '--report', 'r.json', ...only];
        const child = start(args, { cwd, env: { NODE_OPTIONS: `${NODE_OPTIONS} ${ENDING}` } });
        child.stderr.on('data', (text) => {
          if (String(text).includes('1 of 10')) isChecked.resolve();
        });
        const { status, stdout } = await outcome(child);
        const report = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
        expect(report).toMatchObject({ interrupted: true, options: { maxDurationMs: 3_600_000 } });
        if (only.length > 0) expect(report.counts).toMatchObject({ pass: 1, inconclusive: 9 });
        const results = JSON.stringify(report.results);
        expect(results).toContain('the run reached its --max-duration of 3600 s before this was');
        expect(results).not.toContain('the run was interrupted');
        // The roots that it answers have no URLs.
        const [verdict, ends] = only.length > 0 ? ['INCOMPLETE', 3] : ['NONCONFORMANT', 1];
        expect(stdout).toMatch(/ the run reached its --max-duration of 3600 s/);
        expect(stdout).toContain(`\n ${verdict} `);
        expect(status).toBe(ends);
      });
    });
  },
);

test('a limit that ends a run after a failure does not hide it: status 1, and 3 where it is expected', async () => {
  await withInstance({ faults: ['root-without-series'] }, ({ url }) =>
    inNewFolder(async (cwd) => {
      const args = ['--base-url', url, '--max-requests', '60'];
      const cut = await conformance([...args, '--report', 'r.json', '--quiet'], { cwd });
      expect(cut.stdout).toMatch(/ NONCONFORMANT .* the limit of --max-requests 60 was reached/);
      const report = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
      expect(report).toMatchObject({ verdict: 'nonconformant', interrupted: true });
      expect(cut.status).toBe(1);
      // Nothing is unexpected, and what was not checked is no pass.
      const entry =
        "requirement: root.collections\n    versions: ['1.0', '1.1', '1.2', '1.3', '1.4']";
      await writeFile(join(cwd, 'known.yaml'), `expected:\n  - ${entry}\n    reason: known\n`);
      const expected = await conformance([...args, '--baseline', 'known.yaml', '--quiet'], { cwd });
      expect(expected.stdout).toMatch(/ INCOMPLETE .*60 was reached/);
      expect(expected.status).toBe(3);
    }),
  );
});

test.concurrent('--max-duration restores data', async ({ expect }) => {
  let folder = '';
  await withWrites(
    async ({ write }): Promise<Fate> => {
      if (write === 30) await writeFile(join(folder, OVER), '');
      return 'pass';
    },
    async ({ args, cwd, env, reference, before }) => {
      folder = cwd;
      const child = start([...args, ...HOUR], { cwd, env: { ...env, NODE_OPTIONS: ENDING } });
      const { status, stdout, stderr } = await outcome(child);
      expect(stdout).toMatch(/INCOMPLETE/);
      expect(stderr).toContain('restoring data');
      expect(status).toBe(3);
      expectAsItWas(reference, before);
    },
  );
});
