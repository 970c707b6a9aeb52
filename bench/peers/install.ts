import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFile } from '../project.js';

const VERSIONS = projectFile('bench/peers/versions.json');

/** The folder is not built, packed or checked. */
const FOLDER = fileURLToPath(projectFile('node_modules/.cache/bench-peers/'));

/** The versions of the tools by package, as text. */
export function versions(): string {
  return readFileSync(VERSIONS, 'utf8');
}

/**
 * Installs the pinned versions of the tools from the npm registry, without install scripts, unless they are
 * installed. Returns the folder of the packages. Throws an Error if npm fails.
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
  // Marks the installation as incomplete.
  writeFileSync(file, '');
  throw new Error('npm could not install the tools');
}
