import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { minVersion } from 'semver';
import { expect, inject, test } from 'vitest';
import packageOfProject from '../../package.json' with { type: 'json' };
import { done, ran } from './ran.js';

const { tarball } = inject('packed');

/** What npm's package `node` installs on a machine like this one: nothing but the program. */
const NODE = `node-${process.platform}-${process.arch}`;

/** The lowest versions that engines admits, one of each major version up to 24. */
const LOWEST = packageOfProject.engines.node
  .split(' || ')
  .flatMap((range) => minVersion(range)?.version ?? []);

/** Installs a Node into a folder of its own, the package there with this Node, and runs the demo. */
async function demoOn(version: string, manifest: Record<string, unknown> = {}): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), `conformance-node-${version}-`));
  try {
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true, ...manifest }));
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
    await done('npm', [...install, `${NODE}@${version}`], { cwd });
    const modules = join(cwd, 'node_modules');
    const bin = join(modules, NODE, 'bin');
    // npm leaves out an optional package that does not run on the Node that runs npm.
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
    const { stdout: is } = await done('node', ['--version'], { cwd, env });
    expect(`${is.trim()}.`).toMatch(new RegExp(`^v${version}\\.`));
    await done('npm', [...install, tarball], { cwd, env });
    const command = join(modules, 'patchwork-conformance', 'cli', 'conformance.js');
    // A few requirements run the same code as all; `npm run demo` is the whole.
    const how = ['--versions', '1.3', '--only', 'root,covers,bundle-writes', '--quiet'];
    const { status, stdout, stderr } = await ran('node', [command, 'demo', ...how], { cwd, env });
    expect(stdout).toMatch(/^ CONFORMANT {2}\(.*\) · .* in 1\.3\n$/);
    expect(stderr).not.toMatch(/warning|deprecat/i);
    expect(status).toBe(0);
    const vitest = await readFile(join(modules, 'vitest', 'package.json'), 'utf8');
    return JSON.parse(vitest).version;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

test.each(LOWEST)('it can be installed and runs the demo on Node %s', async (version) => {
  expect(await demoOn(version)).toMatch(/^4\./);
});

// Vitest 5 does not run on Node 20, so that 4.1 is what is installed; a project may have 5 already.
test('the demo runs with Vitest 5, and on Node 26', async () => {
  expect(await demoOn('26', { overrides: { vitest: '^5.0.0' } })).toMatch(/^5\./);
});
