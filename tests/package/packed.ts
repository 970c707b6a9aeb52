import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { done } from './ran.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The package, packed and installed. */
export interface Packed {
  /** The path of the tarball. */
  tarball: string;
  /** A folder into whose node_modules nothing but the package is installed. */
  home: string;
  /** The command there. */
  command: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    packed: Packed;
  }
}

/** Packs what is built and installs it, once for all tests; returns what removes it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-package-'));
  // Blanks, letters beyond ASCII and what a URL or a pattern takes for something else, for every test; and
  // others than the owner must be able to read it.
  const home = join(folder, 'Grüße an 見出し #1 a%2Fb 50%? [x]');
  await mkdir(home);
  await chmod(folder, 0o755);
  const packing = ['pack', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await done('npm', packing, { cwd: ROOT });
  const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '');
  await writeFile(join(home, 'package.json'), '{ "name": "home", "private": true }');
  await done('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: home });
  const command = join(home, 'node_modules', 'patchwork-conformance', 'cli', 'conformance.js');
  project.provide('packed', { tarball, home, command });
  return () => rm(folder, { recursive: true, force: true });
}
