import type { Report } from '../harness/report.js';
import type { Rendering } from '../reporters/document.js';
import type { Renderer } from '../reporters/formats.js';
import { Refusal } from './refusal.js';
import { checkWritable, replaceFile } from './write-file.js';

/** A report file requested with `--report`. */
export interface ReportFile {
  path: string;
  render: Renderer<Report>;
}

/** The values of `--report`. */
export interface WantedReports {
  files: ReportFile[];
  /** `-`: only JSON on standard output. */
  onStandardOutput: boolean;
  /** Whether a format needs all exchanges, not only those of findings. */
  everyExchange: boolean;
}

/**
 * Checks, before the run, that every report can be written. Rejects with a Refusal that names the formats
 * or the directory if not.
 */
export async function prepareReports(paths: readonly string[]): Promise<WantedReports> {
  const files: ReportFile[] = [];
  let everyExchange = false;
  for (const path of new Set(paths)) {
    if (path === '-') continue;
    // Formats are loaded on demand.
    const { wantsEveryExchange } = await import('../reporters/formats.js');
    files.push({ path, render: await rendererOf(path) });
    everyExchange ||= wantsEveryExchange(path);
    await checkWritable(path);
  }
  return { files, onStandardOutput: paths.includes('-'), everyExchange };
}

/**
 * Writes every report that can be written and returns the errors of the others.
 */
export async function writeReports(
  report: Report,
  files: readonly ReportFile[],
  rendering: Rendering,
): Promise<Refusal[]> {
  const failed: Refusal[] = [];
  for (const { path, render } of files) {
    try {
      await replaceFile(path, render(report, rendering));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed.push(error);
    }
  }
  return failed;
}

async function rendererOf(path: string): Promise<Renderer<Report>> {
  const { formatFor, RUN } = await import('../reporters/formats.js');
  try {
    return formatFor(RUN, path);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(`--report: ${error.message}, or - for JSON on standard output`);
  }
}
