import { withLastFailed } from './last-failed.js';
import type { Values } from './options.js';
import { presentationOf } from './presentation.js';
import { runSettings } from './run-settings.js';
import { checkWalkFile } from './walk-settings.js';
import { checkWritable } from './write-file.js';

/**
 * `conformance run`: examines the instance at `--base-url`. Returns the exit status. Rejects with a
 * Refusal or a CannotExamine; everything that can be known to be wrong is found before the first
 * request.
 */
export async function runCommand(given: Values<'run'>): Promise<number> {
  const values = await withLastFailed(given);
  const settings = runSettings(values);
  if (settings.writes !== undefined) await checkWritable(settings.writes.journal);
  await checkWalkFile(settings);
  const shown = await presentationOf(values);
  const { examine } = await import('./examine.js');
  return examine(settings, values.suite ?? [], shown);
}
