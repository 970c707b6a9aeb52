import type { Report } from '../harness/report.js';
import { RUN } from '../reporters/formats.js';
import { prepareBaselines, type WantedBaselines } from './baseline-files.js';
import type { Values } from './options.js';
import { prepareFiles, type WantedFiles } from './report-files.js';

/** How to present the result, and its baselines. */
export interface Presentation {
  reports: WantedFiles<Report>;
  baselines: WantedBaselines;
  quiet: boolean;
  verbose: boolean;
  noColor: boolean | undefined;
}

/**
 * Reads the presentation options that `run` and `demo` share. Rejects with a Refusal for errors that can
 * be detected before the first request.
 */
export async function presentationOf(
  values: Values<'run'> | Values<'demo'>,
): Promise<Presentation> {
  const reports = await prepareFiles(values.report ?? [], RUN);
  const baselines = await prepareBaselines(values);
  return {
    reports,
    baselines,
    quiet: values.quiet ?? false,
    verbose: values.verbose ?? false,
    noColor: values.noColor,
  };
}
