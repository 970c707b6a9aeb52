import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { done, ran } from './ran.js';

const { command, tarball } = inject('packed');

/** What npm's package `node` installs on a machine like this one: nothing but the program. */
const NODE = `node-${process.platform}-${process.arch}`;

/** Installs a Node and what else is given into a folder of its own, and runs the demo there. */
async function demoOn(
  major: number,
  packages: readonly string[],
  manifest: Record<string, unknown>,
  commandIn: (modules: string) => string | Promise<string>,
): Promise<void> {
  const cwd = await mkdtemp(join(tmpdir(), `conformance-node-${major}-`));
  try {
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true, ...manifest }));
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
    await done('npm', [...install, `${NODE}@${major}`, ...packages], { cwd });
    const modules = join(cwd, 'node_modules');
    const node = join(modules, NODE, 'bin', 'node');
    const { stdout: version } = await done(node, ['--version'], { cwd });
    expect(version).toMatch(new RegExp(`^v${major}\\.`));
    // A few requirements run the same code as all; `npm run demo` is the whole.
    const how = ['--versions', '1.3', '--only', 'root,covers,bundle-writes', '--quiet'];
    const demo = [await commandIn(modules), 'demo', ...how];
    const { status, stdout, stderr } = await ran(node, demo, { cwd });
    expect(stdout).toMatch(/^ CONFORMANT {2}\(.*\) · .* in 1\.3\n$/);
    expect(stderr).not.toMatch(/warning|deprecat/i);
    expect(status).toBe(0);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

test.each([22, 24])('the demo runs on Node %i', (major) => demoOn(major, [], {}, () => command));

// Vitest 5 does not run on Node 20, so that 4.1 is what is installed; a project may have 5 already.
test('the demo runs with Vitest 5, and on Node 26', () =>
  demoOn(26, [tarball], { overrides: { vitest: '^5.0.0' } }, async (modules) => {
    const installed = await readFile(join(modules, 'vitest', 'package.json'), 'utf8');
    expect(JSON.parse(installed)).toMatchObject({ version: expect.stringMatching(/^5\./) });
    return join(modules, 'patchwork-conformance', 'cli', 'conformance.js');
  }));
