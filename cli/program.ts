import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path';
import { isObject } from '../harness/place.js';
import { shellWord } from '../harness/shell.js';
import { tool } from '../harness/tool.js';

/** How the process was started. */
export interface Start {
  /** The file that the package names as its command, without symbolic links. */
  command: string;
  /** The file that Node was given, as in `process.argv`: often a link to the command. */
  file: string;
  environment: Readonly<NodeJS.ProcessEnv>;
  /** The current directory. */
  folder: string;
}

/** The names of the command. */
const NAMES = ['conformance', 'patchwork-conformance'] as const;

/**
 * Returns the words that start this program again in the same directory, for commands that are printed to
 * be pasted. A name alone, and `npx` with a name, are returned only if they start this very file: npm has
 * another package with the name `conformance`, which would get the credentials in the environment.
 */
export function programOf({ command, file, environment, folder }: Start): string {
  const name = NAMES.find((each) => each === basename(file));
  // npm and npx set this, and add directories to PATH that the user does not have there.
  if (environment.npm_lifecycle_event === undefined) {
    const found = name === undefined ? undefined : onPath(name, environment.PATH ?? '');
    if (name !== undefined && found === command) return name;
  } else {
    const typed = name ?? NAMES[0];
    if (foundByNpx(typed, folder) === command) return `npx ${typed}`;
    const spec = specOfNpx(file, folder);
    if (spec !== undefined) return `npx ${shellWord(spec)}`;
  }
  return `node ${shellWord(shortPath(command, folder))}`;
}

function onPath(name: string, path: string): string | undefined {
  return firstFile(path.split(delimiter).map((folder) => join(folder, name)));
}

/**
 * The file that `npx NAME` runs in a folder without a download, as npm looks for it: the command of the
 * project itself, or one that is installed in it or above it.
 */
function foundByNpx(name: string, folder: string): string | undefined {
  const folders = withFoldersAbove(folder);
  const isProject = (each: string) =>
    ['package.json', 'node_modules'].some((entry) => existsSync(join(each, entry)));
  const project = folders.find(isProject) ?? folder;
  const own = readPackage(project)?.bin;
  if (isObject(own) && typeof own[name] === 'string') return firstFile([join(project, own[name])]);
  return firstFile(
    folders.slice(folders.indexOf(project)).map((each) => join(each, 'node_modules', '.bin', name)),
  );
}

/**
 * What npx was given to install, if the file is in its cache: the package with its version, or the path of
 * a tarball or of a folder.
 */
function specOfNpx(file: string, folder: string): string | undefined {
  const installed = resolve(dirname(file), '..', '..');
  if (basename(dirname(installed)) !== '_npx') return undefined;
  const { name, version } = tool();
  const dependencies = readPackage(installed)?.dependencies;
  const wanted = isObject(dependencies) ? dependencies[name] : undefined;
  if (typeof wanted !== 'string') return undefined;
  if (/^[\^~]?\d/.test(wanted)) return `${name}@${version}`;
  const path = wanted.startsWith('file:') ? resolve(installed, wanted.slice(5)) : undefined;
  if (path === undefined || !existsSync(path)) return undefined;
  const short = shortPath(path, folder);
  // Without a slash, npx takes a word for the name of a package.
  return short.includes('/') ? short : `./${short}`;
}

function readPackage(folder: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    // Missing, or not JSON: npm finds no command there either.
    return undefined;
  }
}

function firstFile(paths: readonly string[]): string | undefined {
  const found = paths.find((path) => existsSync(path));
  return found === undefined ? undefined : realpathSync(found);
}

function withFoldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...withFoldersAbove(above)];
}

/** Relative to the folder, if that is shorter. */
function shortPath(path: string, folder: string): string {
  const near = relative(folder, path);
  return near !== '' && near.length < path.length ? near : path;
}
