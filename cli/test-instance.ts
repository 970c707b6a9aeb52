import { existsSync } from 'node:fs';
import type { Report } from '../harness/report.js';
import type { RunSettings } from '../harness/settings.js';
import { restoreLine } from '../harness/shell.js';
import { withBaseline, writeBaseline } from './baseline-files.js';
import { wantsColour } from './colour.js';
import { EXIT, exitStatus } from './exit-status.js';
import { watchForInterruption } from './interruption.js';
import { wantsLiveLine } from './live-line.js';
import { note } from './output.js';
import type { Presentation } from './presentation.js';
import { createProgress, type Progress } from './progress.js';
import { Refusal } from './refusal.js';
import { writeReports } from './report-files.js';
import { afterScan, beforeScan } from './scan-notes.js';
import { type RunContext, supervisedRun } from './supervised-run.js';

/**
 * Tests an instance, including custom requirements of `--suite`, and prints the result. `namesJournal` is
 * false for an instance in this process, which cannot be restored later. Returns the exit status. Rejects
 * with a CannotExamine if nothing could be checked. Reports that could not be written are listed last.
 */
export async function testInstance(
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
  // Signal handlers stay installed: a second signal must not end the process while reports are written.
  return checked(settings, suites, shown, { progress, interruption, namesJournal });
}

async function progressOf(shown: Presentation): Promise<Progress> {
  const colour = wantsColour(process.stderr, shown.noColor, process.env);
  const live = wantsLiveLine(process.stderr, process.env);
  return createProgress(process.stderr, { colour, live, quiet: shown.quiet });
}

async function checked(
  settings: RunSettings,
  suites: readonly string[],
  shown: Presentation,
  context: Pick<RunContext, 'progress' | 'interruption' | 'namesJournal'>,
): Promise<number> {
  const walkNote = shown.quiet ? undefined : beforeScan(settings);
  if (walkNote !== undefined) note(walkNote);
  const { everyExchange } = shown.reports;
  const ran = await supervisedRun(settings, { suites, everyExchange, note, ...context });
  const { exchanges, outOfTime } = ran;
  if (ran.report === undefined) {
    note(`${outOfTime ?? 'interrupted'} before anything was checked`);
    return outOfTime === undefined ? EXIT.interrupted : EXIT.refused;
  }
  const report = withBaseline(ran.report, shown.baselines);
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
  const goingOn = afterScan(settings, report, failed.length === 0);
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
      : `; retry with ${restoreLine(target.baseUrl, writes.journal)}`;
  return `data not fully restored: ${writes.notRestored.length} not restored${tail}`;
}

function nameJournal({ writes, baseUrl }: RunSettings): void {
  if (writes === undefined || !existsSync(writes.journal)) return;
  note(`ended before all data was restored; run ${restoreLine(baseUrl, writes.journal)}`);
}
