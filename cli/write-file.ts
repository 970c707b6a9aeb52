import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { causeOf, Refusal } from './refusal.js';

/** Rejects with a Refusal if the file cannot be written, before a long run. */
export async function checkWritable(path: string): Promise<void> {
  try {
    if (/[/\\]$/.test(path)) throw new Refusal('it is the name of a directory');
    const target = await resolved(path);
    const folder = await stat(dirname(target));
    if (!folder.isDirectory()) throw new Refusal('a part of the path is not a directory');
    await access(dirname(target), constants.W_OK | constants.X_OK);
    const present = await stat(target).catch(() => undefined);
    if (present !== undefined && !present.isFile()) throw new Refusal('it is not a regular file');
    if (present !== undefined) await access(target, constants.W_OK);
  } catch (error) {
    throw refusalFor(path, error);
  }
}

/** A file that a command is to write: the option that names it, and its path, if it is given. */
export type Output = readonly [option: string, path: string | undefined];

/**
 * Rejects with a Refusal if two of these are one file, of which one would be written over, or if one is a file of
 * `inputs`. A file has many spellings: another path, or a symbolic link.
 */
export async function refuseOneFileForTwo(
  outputs: readonly Output[],
  inputs: readonly string[] = [],
): Promise<void> {
  const fileOf = (path: string) => resolved(path).catch(() => resolve(path));
  const read = await Promise.all(inputs.map(fileOf));
  const seen = new Map<string, string>();
  for (const [option, path] of outputs) {
    if (path === undefined) continue;
    const file = await fileOf(path);
    const refuse = (what: string) => {
      throw new Refusal(`${option}: ${path} is ${what}; expected another file`);
    };
    const other = seen.get(file);
    if (other !== undefined) {
      refuse(other === option ? 'given twice' : `also the file of ${other}`);
    }
    if (read.includes(file)) refuse('an input file');
    seen.set(file, option);
  }
}

/**
 * Writes a file atomically: under a temporary name in the same directory, then renamed. Symbolic links
 * are followed. A file that is there keeps its permissions, of those in `mode`, before anything is written. Rejects
 * with a Refusal if it cannot be written.
 */
export async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
  try {
    const target = await resolved(path);
    const present = await stat(target).catch(() => undefined);
    // In a container every process has the same id, so that a file of a killed one would be in the way.
    const mark = randomBytes(6).toString('hex');
    const temporary = join(dirname(target), `.${basename(target)}.${mark}.tmp`);
    const file = await open(temporary, 'wx', present === undefined ? mode : 0o600);
    try {
      if (present !== undefined) await file.chmod(present.mode & mode);
      await file.writeFile(text);
      await file.sync();
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw refusalFor(path, error);
  }
}

/** As many symbolic links as Linux follows. */
const MOST_LINKS = 40;

/** The real path of a file. The file may be missing, also that of a symbolic link, but not its directory. */
async function resolved(path: string, followed = 0): Promise<string> {
  const present = await realpath(path).catch(() => undefined);
  if (present !== undefined) return present;
  const folder = await realpath(dirname(path));
  const target = await readlink(path).catch(() => undefined);
  return target === undefined || followed === MOST_LINKS
    ? join(folder, basename(path))
    : resolved(resolve(folder, target), followed + 1);
}

function refusalFor(path: string, error: unknown): Refusal {
  return new Refusal(
    `${path} cannot be written: ${causeOf(error)}; expected a file name in an existing, writable directory`,
  );
}
