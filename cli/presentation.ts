import { prepareBaselines, type WantedBaselines } from './baseline-files.js';
import type { Values } from './options.js';
import { prepareReports } from './report-files.js';
import type { Showing } from './show.js';

/** How the outcome is to be shown, and what it is held against. */
export interface Presentation extends Showing {
  baselines: WantedBaselines;
}

/**
 * Makes it of the options that `run` and `demo` share. Rejects with a Refusal for what can be known to be
 * wrong before anything is asked.
 */
export async function presentationOf(
  values: Values<'run'> | Values<'demo'>,
): Promise<Presentation> {
  const reports = await prepareReports(values.report ?? []);
  const baselines = await prepareBaselines(values);
  return {
    reports,
    baselines,
    quiet: values.quiet ?? false,
    verbose: values.verbose ?? false,
    noColor: values.noColor,
  };
}
