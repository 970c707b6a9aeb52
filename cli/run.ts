import { OPTIONS, type Values } from './options.js';
import { runSettings } from './run-settings.js';
import { withLastFailed } from './stored-report.js';
import type { Terminal } from './terminal.js';
import { presentationOf, testInstance } from './test-instance.js';
import { checkWritable } from './write-file.js';

/**
 * `conformance run`: tests the instance at `--base-url`. Returns the exit status. Rejects with a Refusal
 * or a CannotExamine; wrong options are detected before the first request.
 */
export async function runCommand(given: Values<'run'>, terminal: Terminal): Promise<number> {
  const { values, refuseLess } = await withLastFailed(given);
  const settings = runSettings(values, terminal);
  refuseLess(settings, terminal.program);
  if (settings.writes !== undefined) await checkWritable(settings.writes.journal);
  const shown = await presentationOf(values, settings.writes?.journal);
  if (
    values.gentle &&
    (given.rps > 0 || given.concurrency !== Number(OPTIONS.concurrency.default))
  ) {
    terminal.note('--gentle: --rps and --concurrency are not used');
  }
  return testInstance(settings, shown, terminal);
}
