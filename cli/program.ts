import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path';
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
  const name = NAMES.find((each) => each === basename(file)) ?? NAMES[0];
  // npm and npx set this, and add directories to PATH that the user does not have there.
  if (environment.npm_lifecycle_event === undefined) {
    const folders = (environment.PATH ?? '').split(delimiter);
    const found = firstFile(folders.map((each) => join(each, name)));
    if (basename(file) === name && found === command) return name;
  } else {
    if (npxRuns(command, name, folder)) return `npx ${name}`;
    if (isOfRegistry(file)) return `npx ${tool().name}@${tool().version}`;
  }
  return `node ${shellWord(shortPath(command, folder))}`;
}

/** The file that a shell, or npx in a folder, runs by a name; undefined if there is none. */
function firstFile(paths: readonly string[]): string | undefined {
  const found = paths.find((path) => existsSync(path));
  return found === undefined ? undefined : realpathSync(found);
}

/** Whether `npx NAME` runs the command in a folder without a download: in the checkout, or where it is installed. */
function npxRuns(command: string, name: string, folder: string): boolean {
  const folders = withFoldersAbove(folder);
  const isProject = (each: string) =>
    ['package.json', 'node_modules'].some((entry) => existsSync(join(each, entry)));
  const at = Math.max(0, folders.findIndex(isProject));
  const own = join(folders[at] ?? folder, 'cli/conformance.js');
  const installed = folders.slice(at).map((each) => join(each, 'node_modules/.bin', name));
  return firstFile([own, ...installed]) === command;
}

/** Whether npx took the package from a registry, into a cache of its own. */
function isOfRegistry(file: string): boolean {
  const installed = resolve(dirname(file), '..', '..');
  if (basename(dirname(installed)) !== '_npx') return false;
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  return /^[\^~]?\d/.test(String(dependencies?.[tool().name]));
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
