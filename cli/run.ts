import type { Thread } from '../harness/engine/thread.js';
import type { RunSettings } from '../harness/settings.js';
import { prepareBaselines } from './baseline-files.js';
import { choose } from './choice.js';
import { judgingThread } from './judging-thread.js';
import type { Values } from './options.js';
import { prepareReports } from './report-files.js';
import { runSettings } from './run-settings.js';
import { loadSuites } from './suites.js';
import { checkWalkFile } from './walk-settings.js';
import { checkWritable } from './write-file.js';

/**
 * `conformance run`: examines the instance at `--base-url`. Returns the exit status. Rejects with a
 * Refusal or a CannotExamine; everything that can be known to be wrong is found before the first
 * request.
 */
export async function runCommand(values: Values<'run'>): Promise<number> {
  const settings = runSettings(values);
  // It asks nothing yet: it loads what it needs while the command does.
  const thread = judgingThread();
  try {
    return await examined(settings, values, thread);
  } finally {
    await thread.stop();
  }
}

async function examined(
  settings: RunSettings,
  values: Values<'run'>,
  thread: Thread,
): Promise<number> {
  if (settings.writes !== undefined) await checkWritable(settings.writes.journal);
  await checkWalkFile(settings);
  const reports = await prepareReports(values.report ?? []);
  const baselines = await prepareBaselines(values);
  const { CHAPTERS } = await import('../suites/catalogue.js');
  const extensions = await loadSuites(values.suite ?? [], CHAPTERS);
  choose([...CHAPTERS, ...extensions.flatMap(({ chapters }) => chapters)], values);
  const { examine } = await import('./examine.js');
  const shown = {
    extensions,
    reports,
    baselines,
    quiet: values.quiet ?? false,
    verbose: values.verbose ?? false,
    noColor: values.noColor,
  };
  return examine(settings, shown, thread);
}
