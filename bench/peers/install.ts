import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFile } from '../project.js';

const VERSIONS = projectFile('bench/peers/versions.json');

/** Outside of everything that is built, packed or checked. */
const FOLDER = fileURLToPath(projectFile('node_modules/.cache/bench-peers/'));

/** The text of the versions of the tools, by package. */
export function versions(): string {
  return readFileSync(VERSIONS, 'utf8');
}

/**
 * Installs the tools from the npm registry, unless they are there in these versions, without running
 * anything of theirs. Returns the folder of the packages. Throws an Error if npm fails.
 */
export function installTools(): string {
  const manifest = `{ "private": true, "dependencies": ${versions().trim()} }\n`;
  const packages = join(FOLDER, 'node_modules');
  const file = join(FOLDER, 'package.json');
  if (existsSync(packages) && readFileSync(file, 'utf8') === manifest) return packages;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, manifest);
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  const { status } = spawnSync('npm', install, { cwd: FOLDER, stdio: 'inherit' });
  if (status === 0) return packages;
  // What is half installed must not be taken for installed.
  writeFileSync(file, '');
  throw new Error('npm could not install the tools');
}
