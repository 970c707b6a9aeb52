import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stepsOf } from '../docs/blocks.js';
import { ROOT, textOf } from '../docs/pages.js';
import { done, type Ran, ran } from './ran.js';

let folder: string;
let clone: string;

// What git has of the checkout, changes included, and no more.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-clone-'));
  clone = join(folder, 'clone');
  const { stdout } = await done('git', ['ls-files', '-z', '--cached'], { cwd: ROOT });
  for (const path of stdout.split('\0').filter((each) => each !== '')) {
    await mkdir(dirname(join(clone, path)), { recursive: true });
    await copyFile(join(ROOT, path), join(clone, path));
  }
  await done('git', ['init', '--quiet'], { cwd: clone });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Runs a line as a newcomer does: with this npm cache, and nothing of the npm that runs the tests. One
 * version runs the same code as five; the first step of .ci/run is the whole.
 */
function typed(line: string, cache: string): Promise<Ran> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_registry$)|VITEST|NODE_ENV$)/.test(name),
  );
  const env = {
    ...Object.fromEntries(inherited),
    npm_config_cache: join(folder, cache),
    CONFORMANCE_VERSIONS: '1.3',
  };
  return ran('sh', ['-c', line], { cwd: clone, env });
}

/** The commands of the first blocks of the README. */
function blocks(): string[] {
  return stepsOf(textOf('README.md')).flatMap((step) =>
    'language' in step && step.language === 'sh' ? step.text.trim() : [],
  );
}

const VERSION = 'npx conformance --version';

test('npx before npm ci says what to do; then both blocks of the README work, and so does npx', async () => {
  const early = await typed(VERSION, 'cache');
  expect(early.stderr).toContain('conformance: the program is not built; npm ci does that');
  expect(early.status).toBe(2);
  const [demo = '', tests = ''] = blocks();
  expect([demo, tests]).toEqual(['npm ci && npm run demo', 'npm test']);
  const matrix = await typed(demo, 'cache');
  expect(matrix.stdout, matrix.stderr).toMatch(
    /\nroot .*✓.*\n[\s\S]*\n CONFORMANT {2}\(.*\) · .* in 1\.3\n$/,
  );
  expect(matrix.status).toBe(0);
  // One file stands for all: .ci/run runs the whole of both blocks in a fresh clone.
  const tested = await typed(`${tests} -- tests/cli/usage.test.ts`, 'cache');
  expect(tested.status, tested.stdout + tested.stderr).toBe(0);
  expect(tested.stdout).toContain('tests/cli/usage.test.ts');
  const late = await typed(VERSION, 'cache');
  expect([late.status, late.stdout], late.stderr).toEqual([
    0,
    expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  ]);
});

test('docs/adopting gets rid of a clone that npx has kept although it did not build', async () => {
  const [, remove = ''] = /npx has kept [^`]*`(rm [^`]+)`/.exec(textOf('docs/adopting.md')) ?? [];
  await writeFile(join(clone, 'build.mjs'), 'process.exit(1);\n');
  expect((await typed(VERSION, 'spoiled')).status).not.toBe(0);
  await writeFile(join(clone, 'build.mjs'), '');
  expect((await typed(VERSION, 'spoiled')).stderr).toMatch(/npm error enoent .*package\.json/);
  const freed = await typed(`${remove} && ${VERSION}`, 'spoiled');
  expect(freed.status, freed.stderr).toBe(0);
});
