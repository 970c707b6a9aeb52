import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, inject, test } from 'vitest';
import { INSTALLED_PROGRAM } from '../../harness/shell.js';
import { done } from './ran.js';

const { home } = inject('packed');
const consumer = join(home, 'consumer');

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// A package of its own, which finds patchwork-conformance where npm has put it.
beforeAll(async () => {
  await cp(here('./consumer'), consumer, { recursive: true });
  const compiler = here('../../node_modules/typescript/bin/tsc');
  await done(process.execPath, [compiler, '-p', consumer], { cwd: consumer });
});

test('a program in TypeScript is compiled against the package, and does what it says', async () => {
  const { stdout } = await done(process.execPath, ['out/check.js'], { cwd: consumer });
  expect(stdout.split('\n')).toEqual([
    'nonconformant true',
    'not-regressed true',
    '0 urn:patchwork-conformance:v1.2',
    'unknown option baseUri',
    'true',
    '',
  ]);
});

test('what a report of a program says to run starts the package that is installed', async () => {
  const id = 'page.next.absent-on-last';
  const words = `${INSTALLED_PROGRAM} explain ${id}`;
  const { stdout } = await done('sh', ['-c', words], { cwd: consumer });
  expect(stdout).toContain(`npx patchwork-conformance --base-url URL --only ${id}\n`);
});

test("it runs within somebody's own tests, in threads and in processes", async () => {
  // Vite itself runs in no folder with `#` or `?` in its name: the same files, in another one.
  const plain = await mkdtemp(join(tmpdir(), 'conformance-consumer-'));
  await cp(home, plain, { recursive: true, verbatimSymlinks: true });
  const vitest = join(plain, 'node_modules', 'vitest', 'vitest.mjs');
  for (const pool of ['threads', 'forks']) {
    const args = [vitest, 'run', `--pool=${pool}`, 'out/conformance.spec.js', '--reporter=json'];
    const { stdout } = await done(process.execPath, args, { cwd: join(plain, basename(consumer)) });
    const told: unknown = JSON.parse(stdout.slice(stdout.indexOf('{')));
    expect(told).toMatchObject({ success: true, numPassedTests: 2, numFailedTests: 0 });
  }
  await rm(plain, { recursive: true });
});
