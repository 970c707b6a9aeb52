import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatFor, type Product, type Renderer } from '../reporters/formats.js';
import { Refusal } from './refusal.js';
import type { Terminal } from './terminal.js';
import { checkWritable, replaceFile } from './write-file.js';

/** The files of `--report` of a command that analyses reports. */
export interface AnalysisFiles<T> {
  files: { path: string; render: Renderer<T> }[];
  /** `-`: only JSON on standard output. */
  onStandardOutput: boolean;
}

/**
 * Checks that every file of `--report` can be written. Rejects with a Refusal that names the formats or the directory, and for one of `inputs`, which
 * would be overwritten: CONFORMANCE_REPORT may name the report of a run.
 */
export async function prepareAnalysisFiles<T>(
  paths: readonly string[],
  product: Product<T>,
  inputs: readonly string[],
): Promise<AnalysisFiles<T>> {
  const read = await Promise.all(inputs.map(resolved));
  const files: AnalysisFiles<T>['files'] = [];
  for (const path of new Set(paths)) {
    if (path === '-') continue;
    files.push({ path, render: rendererOf(path, product) });
    if (read.includes(await resolved(path))) {
      throw new Refusal(`--report: ${path} is an input file; expected another file`);
    }
    await checkWritable(path);
  }
  return { files, onStandardOutput: paths.includes('-') };
}

/** Writes all files. Rejects with a Refusal for the first that cannot be written. */
export async function writeAnalysisFiles<T>(
  { files }: AnalysisFiles<T>,
  analysis: T,
  terminal: Terminal,
): Promise<void> {
  for (const { path, render } of files) {
    await replaceFile(path, render(analysis, terminal));
    terminal.note(`wrote ${path}`);
  }
}

/** The real path of a file, if it exists. */
async function resolved(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

function rendererOf<T>(path: string, product: Product<T>): Renderer<T> {
  try {
    return formatFor(product, path);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(`--report: ${error.message}, or - for JSON on standard output`);
  }
}
