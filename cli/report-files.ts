import type { Rendering } from '../reporters/document.js';
import {
  formatFor,
  type Product,
  type Renderer,
  wantsEveryExchange,
} from '../reporters/formats.js';
import { Refusal, refusing } from './refusal.js';
import { checkWritable, refuseOneFileForTwo, replaceFile } from './write-file.js';

/** The values of `--report`. */
export interface WantedFiles<T> {
  files: { path: string; render: Renderer<T> }[];
  /** `-`: only JSON on standard output. */
  onStandardOutput: boolean;
  /** Whether a format needs all exchanges, not only those of findings. */
  everyExchange: boolean;
}

/**
 * Checks, before the work, that every file of `--report` can be written. Rejects with a Refusal that names the formats
 * or the directory, for one that is given twice, and for one of `inputs`, which would be overwritten: CONFORMANCE_REPORT
 * may name a run's report.
 */
export async function prepareFiles<T>(
  paths: readonly string[],
  product: Product<T>,
  inputs: readonly string[] = [],
): Promise<WantedFiles<T>> {
  const named = paths.filter((path) => path !== '-');
  await refuseOneFileForTwo(
    named.map((path) => ['--report', path]),
    inputs,
  );
  const files: WantedFiles<T>['files'] = [];
  for (const path of named) {
    const render = refusing(
      RangeError,
      () => formatFor(product, path),
      (cause) => `--report: ${cause}, or - for JSON on standard output`,
    );
    files.push({ path, render });
    await checkWritable(path);
  }
  return {
    files,
    onStandardOutput: paths.includes('-'),
    everyExchange: named.some(wantsEveryExchange),
  };
}

/** Writes every file that can be written and returns the errors of the others. */
export async function writeFiles<T>(
  { files }: WantedFiles<T>,
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
