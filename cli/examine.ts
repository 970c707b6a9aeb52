import { existsSync } from 'node:fs';
import type { Report } from '../harness/report.js';
import type { RunSettings } from '../harness/settings.js';
import { restoreLine } from '../harness/shell.js';
import { held, writeBaseline } from './baseline-files.js';
import { wantsColour } from './colour.js';
import { EXIT, exitStatus } from './exit-status.js';
import { watchForInterruption } from './interruption.js';
import { wantsLiveLine } from './live-line.js';
import { note } from './output.js';
import type { Presentation } from './presentation.js';
import { createProgress, type Progress } from './progress.js';
import { Refusal } from './refusal.js';
import { writeReports } from './report-files.js';
import { type Attended, supervisedRun } from './supervised-run.js';
import { afterWalk, beforeWalk } from './walk-notes.js';

/**
 * Examines an instance, with the modules of `--suite`, and shows the outcome. `namesJournal` says whether the
 * journal is named first: no instance of this very process can be restored after it. Returns the exit status. Rejects with a CannotExamine if nothing
 * could be judged; a report that could not be written is a line of its own, after the rest.
 */
export async function examine(
  settings: RunSettings,
  suites: readonly string[],
  shown: Presentation,
  namesJournal = true,
): Promise<number> {
  const progress = await progressOf(shown);
  const interruption = watchForInterruption(() => {
    progress.end();
    nameJournal(settings);
  });
  // Signals are listened for to the end: the second of two must not end it while reports are written.
  return examined(settings, suites, shown, { progress, interruption, namesJournal });
}

async function progressOf(shown: Presentation): Promise<Progress> {
  const colour = wantsColour(process.stderr, shown.noColor, process.env);
  const live = wantsLiveLine(process.stderr, process.env);
  return createProgress(process.stderr, { colour, live, quiet: shown.quiet });
}

async function examined(
  settings: RunSettings,
  suites: readonly string[],
  shown: Presentation,
  attended: Pick<Attended, 'progress' | 'interruption' | 'namesJournal'>,
): Promise<number> {
  const walkNote = shown.quiet ? undefined : beforeWalk(settings);
  if (walkNote !== undefined) note(walkNote);
  const { everyExchange } = shown.reports;
  const ran = await supervisedRun(settings, { suites, everyExchange, note, ...attended });
  const { exchanges, outOfTime } = ran;
  if (ran.report === undefined) {
    note(`${outOfTime ?? 'interrupted'} before anything was judged`);
    return outOfTime === undefined ? EXIT.interrupted : EXIT.refused;
  }
  const report = held(ran.report, shown.baselines);
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
  const unrestored = notAllRestored(report);
  if (unrestored !== undefined) note(unrestored);
  if (failed.length > 0) return EXIT.refused;
  return report.interrupted && !ran.byUser ? EXIT.incomplete : exitStatus(report);
}

function notAllRestored({ writes, target }: Report): string | undefined {
  if (writes === undefined || writes.notRestored.length === 0) return undefined;
  const tail =
    writes.journal === undefined
      ? ''
      : `; ${restoreLine(target.baseUrl, writes.journal)} tries again`;
  return `not all is as it was: ${writes.notRestored.length} not restored${tail}`;
}

function nameJournal({ writes, baseUrl }: RunSettings): void {
  if (writes === undefined || !existsSync(writes.journal)) return;
  note(`ended before all was put back; ${restoreLine(baseUrl, writes.journal)} does it`);
}
