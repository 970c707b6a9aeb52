import { existsSync } from 'node:fs';
import type { RunSettings } from '../harness/settings.js';
import { createProgress } from '../reporters/progress.js';
import { held, writeBaseline } from './baseline-files.js';
import { wantsColour } from './colour.js';
import { EXIT, exitStatus } from './exit-status.js';
import { watchForInterruption } from './interruption.js';
import { wantsLiveLine } from './live-line.js';
import { note } from './output.js';
import type { Presentation } from './presentation.js';
import { Refusal } from './refusal.js';
import { writeReports } from './report-files.js';
import { shellWord } from './shell-word.js';
import { supervisedRun } from './supervised-run.js';
import { afterWalk, beforeWalk } from './walk-notes.js';

/**
 * Examines an instance, with the modules of `--suite`, and shows the outcome. Returns the exit status. Rejects with a CannotExamine
 * if nothing could be judged; a report that could not be written is a line of its own, after the rest.
 */
export async function examine(
  settings: RunSettings,
  suites: readonly string[],
  shown: Presentation,
): Promise<number> {
  const colour = wantsColour(process.stderr, shown.noColor, process.env);
  const live = wantsLiveLine(process.stderr, process.env);
  const progress = await createProgress(process.stderr, { colour, live, quiet: shown.quiet });
  const interruption = watchForInterruption(() => {
    progress.end();
    nameJournal(settings);
  });
  const walkNote = shown.quiet ? undefined : beforeWalk(settings);
  if (walkNote !== undefined) note(walkNote);
  const { everyExchange } = shown.reports;
  const attended = { suites, everyExchange, progress, interruption, note };
  const examined = await supervisedRun(settings, attended);
  const { exchanges, outOfTime } = examined;
  if (examined.report === undefined) {
    note(`${outOfTime ?? 'interrupted'} before anything was judged`);
    return outOfTime === undefined ? EXIT.interrupted : EXIT.refused;
  }
  const report = held(examined.report, shown.baselines);
  const failed = await writeReports(report, shown.reports.files, exchanges);
  const { showReport } = await import('./show.js');
  await showReport(report, shown);
  try {
    const written = await writeBaseline(report, shown.baselines);
    if (written !== undefined && !shown.quiet) note(written);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    failed.push(error);
  }
  for (const { message } of failed) note(message);
  const goingOn = afterWalk(settings, report, failed.length === 0);
  if (goingOn !== undefined) note(goingOn);
  if (failed.length > 0) return EXIT.refused;
  return report.interrupted && !examined.byUser ? EXIT.incomplete : exitStatus(report);
}

function nameJournal({ writes }: RunSettings): void {
  if (writes === undefined || !existsSync(writes.journal)) return;
  note(`ended before all was put back; conformance restore ${shellWord(writes.journal)} does it`);
}
