import type { Exchange, Report } from '../harness/report.js';
import type { Renderer } from '../reporters/formats.js';
import { Refusal } from './refusal.js';
import { checkWritable, replaceFile } from './write-file.js';

/** A report that was asked for by `--report`. */
export interface ReportFile {
  path: string;
  render: Renderer;
}

/** What `--report` asks for. */
export interface WantedReports {
  files: ReportFile[];
  /** `-`: JSON on standard output, and nothing else there. */
  onStandardOutput: boolean;
  /** Whether one of them shows all that was exchanged, and not only what a finding points to. */
  everyExchange: boolean;
}

/**
 * Finds out, before the run, whether every report can be written. Rejects with a Refusal that names
 * the formats or the folder if not.
 */
export async function prepareReports(paths: readonly string[]): Promise<WantedReports> {
  const files: ReportFile[] = [];
  let everyExchange = false;
  for (const path of new Set(paths)) {
    if (path === '-') continue;
    // The formats are loaded where one is wanted.
    const { wantsEveryExchange } = await import('../reporters/formats.js');
    files.push({ path, render: await rendererOf(path) });
    everyExchange ||= wantsEveryExchange(path);
    await checkWritable(path);
  }
  return { files, onStandardOutput: paths.includes('-'), everyExchange };
}

/**
 * Writes every report that can be written; returns what went wrong with the others. `exchanges` are
 * all of the run, where they were kept.
 */
export async function writeReports(
  report: Report,
  files: readonly ReportFile[],
  exchanges?: readonly Exchange[],
): Promise<Refusal[]> {
  const failed: Refusal[] = [];
  for (const { path, render } of files) {
    try {
      await replaceFile(path, render(report, exchanges));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed.push(error);
    }
  }
  return failed;
}

async function rendererOf(path: string): Promise<Renderer> {
  const { formatFor } = await import('../reporters/formats.js');
  try {
    return formatFor(path);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(`--report: ${error.message}, or - for JSON on standard output`);
  }
}
