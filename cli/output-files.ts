import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Rendering } from '../reporters/document.js';
import type { Product, Renderer } from '../reporters/formats.js';
import { Refusal } from './refusal.js';
import { checkWritable, replaceFile } from './write-file.js';

/** The values of `--report`. */
export interface OutputFiles<T> {
  files: { path: string; render: Renderer<T> }[];
  /** `-`: only JSON on standard output. */
  onStandardOutput: boolean;
  /** Whether a format needs all exchanges, not only those of findings. */
  everyExchange: boolean;
}

/**
 * Checks, before the work, that every file of `--report` can be written. Rejects with a Refusal that names the formats
 * or the directory, and for one of `inputs`, which would be overwritten: CONFORMANCE_REPORT may name the report of a run.
 */
export async function prepareFiles<T>(
  paths: readonly string[],
  productOf: (formats: Formats) => Product<T>,
  inputs: readonly string[] = [],
): Promise<OutputFiles<T>> {
  const prepared: OutputFiles<T> = {
    files: [],
    onStandardOutput: paths.includes('-'),
    everyExchange: false,
  };
  const read = await Promise.all(inputs.map(resolved));
  for (const path of new Set(paths)) {
    if (path === '-') continue;
    // Loaded on demand, because it takes a while.
    const formats = await import('../reporters/formats.js');
    prepared.files.push({ path, render: rendererOf(formats, path, productOf(formats)) });
    prepared.everyExchange ||= formats.wantsEveryExchange(path);
    if (read.includes(await resolved(path))) {
      throw new Refusal(`--report: ${path} is an input file; expected another file`);
    }
    await checkWritable(path);
  }
  return prepared;
}

type Formats = typeof import('../reporters/formats.js');

/** Writes every file that can be written and returns the errors of the others. */
export async function writeFiles<T>(
  { files }: OutputFiles<T>,
  subject: T,
  rendering: Rendering,
): Promise<Refusal[]> {
  const failed: Refusal[] = [];
  for (const { path, render } of files) {
    try {
      await replaceFile(path, render(subject, rendering));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed.push(error);
    }
  }
  return failed;
}

/** The real path of a file, if it exists. */
async function resolved(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

function rendererOf<T>({ formatFor }: Formats, path: string, product: Product<T>): Renderer<T> {
  try {
    return formatFor(product, path);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(`--report: ${error.message}, or - for JSON on standard output`);
  }
}
