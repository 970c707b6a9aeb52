import { constants } from 'node:fs';
import { access, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { causeOf, Refusal } from './refusal.js';

/** Rejects with a Refusal if the file cannot be written, before a long run. */
export async function checkWritable(path: string): Promise<void> {
  try {
    const target = await resolved(path);
    const folder = await stat(dirname(target));
    if (!folder.isDirectory()) throw new Refusal('a part of the path is not a directory');
    await access(dirname(target), constants.W_OK | constants.X_OK);
    const present = await stat(target).catch(() => undefined);
    if (present !== undefined && !present.isFile()) throw new Refusal('it is not a regular file');
  } catch (error) {
    throw refusalFor(path, error);
  }
}

/**
 * Writes a file atomically: under a temporary name in the same directory, then renamed. Symbolic links
 * are followed. Rejects with a Refusal if it cannot be written.
 */
export async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
  let temporary: string | undefined;
  try {
    const target = await resolved(path);
    temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
    await writeFile(temporary, text, { flag: 'wx', mode, flush: true });
    await rename(temporary, target);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true });
    throw refusalFor(path, error);
  }
}

/** The real path of a file. The file may be missing, but not its directory. */
async function resolved(path: string): Promise<string> {
  const present = await realpath(path).catch(() => undefined);
  return present ?? join(await realpath(dirname(path)), basename(path));
}

function refusalFor(path: string, error: unknown): Refusal {
  return new Refusal(
    `${path} cannot be written: ${causeOf(error)}; expected a file name in an existing, writable directory`,
  );
}
