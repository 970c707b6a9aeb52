import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '../docs/pages.js';
import { cloneTo } from './clone.js';
import { done, type Ran, ran } from './ran.js';

let folder: string;
let clone: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-clone-'));
  clone = join(folder, 'clone');
  await cloneTo(clone);
  await done('git', ['init', '--quiet'], { cwd: clone });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a line as a newcomer does: with this npm cache, and nothing of the npm that runs the tests. */
function typed(line: string, cache: string): Promise<Ran> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_registry$)|VITEST|NODE_ENV$)/.test(name),
  );
  const env = {
    ...Object.fromEntries(inherited),
    npm_config_cache: join(folder, cache),
  };
  return ran('sh', ['-c', line], { cwd: clone, env });
}

const VERSION = 'npx conformance --version';

test('npx before npm ci says what to do', async () => {
  const early = await typed(VERSION, 'cache');
  expect(early.stderr).toContain('conformance: the program is not built; npm ci does that');
  expect(early.status).toBe(2);
});

test('docs/adopting gets rid of a clone that npx has kept although it did not build', async () => {
  const [, remove = ''] = /npx has kept [^`]*`(rm [^`]+)`/.exec(textOf('docs/adopting.md')) ?? [];
  await writeFile(join(clone, 'build.mjs'), 'process.exit(1);\n');
  expect((await typed(VERSION, 'spoiled')).status).not.toBe(0);
  await writeFile(join(clone, 'build.mjs'), '');
  expect((await typed(VERSION, 'spoiled')).stderr).toMatch(/npm error enoent .*package\.json/);
  const freed = await typed(`${remove} && ${VERSION}`, 'spoiled');
  // It is the checkout that answers again.
  expect(freed.stderr).toContain('the program is not built; npm ci does that');
});
