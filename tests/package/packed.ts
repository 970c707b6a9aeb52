import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../docs/pages.js';
import { cloneTo } from './clone.js';
import { done } from './ran.js';

/** The package, packed and installed. */
export interface Packed {
  /** The folder in which it was packed. */
  clone: string;
  /** The path of the tarball. */
  tarball: string;
  /** A folder into whose node_modules nothing but the package is installed. */
  home: string;
  /** The command there. */
  command: string;
  /** What npm said of the package that it installed. */
  warnings: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    packed: Packed;
  }
}

/** Packs a clone as it is released, and installs the package, once for all tests; returns what removes it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-package-'));
  // Blanks, letters beyond ASCII and what a URL or a pattern takes for something else, for every test; and
  // others than the owner must be able to read it.
  const home = join(folder, 'Grüße an 見出し #1 a%2Fb 50%? [x]');
  await mkdir(home);
  await chmod(folder, 0o755);
  // Not the checkout, whose build and package.json others read meanwhile.
  const clone = join(folder, 'clone');
  await cloneTo(clone);
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  const { stdout } = await done('npm', ['pack', '--pack-destination', folder], { cwd: clone });
  const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '');
  await writeFile(join(home, 'package.json'), '{ "name": "home", "private": true }');
  const install = ['install', '--no-audit', '--no-fund', tarball];
  const { stderr: warnings } = await done('npm', install, { cwd: home });
  const command = join(home, 'node_modules', 'patchwork-conformance', 'cli', 'conformance.js');
  project.provide('packed', { clone, tarball, home, command, warnings });
  return () => rm(folder, { recursive: true, force: true });
}
