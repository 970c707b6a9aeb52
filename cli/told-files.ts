import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { note } from './output.js';
import { Refusal } from './refusal.js';
import { checkWritable, replaceFile } from './write-file.js';

/** The files of `--report` of a command that tells something of reports. */
export interface ToldFiles<T> {
  files: { path: string; render: (told: T) => string }[];
  /** `-`: JSON on standard output, and nothing else there. */
  onStandardOutput: boolean;
}

/**
 * Finds out whether every file of `--report` can be written. `formatFor` throws a RangeError for a
 * file whose format there is not. Rejects with a Refusal that names the formats or the folder, and
 * for one of `inputs`: what is read must not be lost, and CONFORMANCE_REPORT may name the report of a run.
 */
export async function prepareToldFiles<T>(
  paths: readonly string[],
  formatFor: (path: string) => (told: T) => string,
  inputs: readonly string[],
): Promise<ToldFiles<T>> {
  const read = await Promise.all(inputs.map(resolved));
  const files: ToldFiles<T>['files'] = [];
  for (const path of new Set(paths)) {
    if (path === '-') continue;
    files.push({ path, render: rendererOf(path, formatFor) });
    if (read.includes(await resolved(path))) {
      throw new Refusal(`--report: ${path} is what is to be read; expected another file`);
    }
    await checkWritable(path);
  }
  return { files, onStandardOutput: paths.includes('-') };
}

/** Writes them all. Rejects with a Refusal for the first that cannot be written. */
export async function writeToldFiles<T>({ files }: ToldFiles<T>, told: T): Promise<void> {
  for (const { path, render } of files) {
    await replaceFile(path, render(told));
    note(`${path} is written`);
  }
}

/** The file that a path leads to, if it is there. */
async function resolved(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

function rendererOf<T>(
  path: string,
  formatFor: (path: string) => (told: T) => string,
): (told: T) => string {
  try {
    return formatFor(path);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(`--report: ${error.message}, or - for JSON on standard output`);
  }
}
