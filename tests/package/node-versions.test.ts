import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { done, ran } from './ran.js';

const { command } = inject('packed');

/** What npm's package `node` installs on a machine like this one: nothing but the program. */
const NODE = `node-${process.platform}-${process.arch}`;

test.each([20, 22, 24, 26])('the demo runs on Node %i', async (major) => {
  const cwd = await mkdtemp(join(tmpdir(), `conformance-node-${major}-`));
  try {
    await writeFile(join(cwd, 'package.json'), '{ "private": true }');
    await done('npm', ['install', '--no-audit', '--no-fund', `${NODE}@${major}`], { cwd });
    const node = join(cwd, 'node_modules', NODE, 'bin', 'node');
    const { stdout: version } = await done(node, ['--version'], { cwd });
    expect(version).toMatch(new RegExp(`^v${major}\\.`));
    const { status, stdout, stderr } = await ran(node, [command, 'demo', '--quiet'], { cwd });
    expect(stdout).toMatch(/^ CONFORMANT {2}1\.0 1\.1 1\.2 1\.3 1\.4 · .*\n$/);
    expect(stderr).not.toMatch(/warning|deprecat/i);
    expect(status).toBe(0);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
});
