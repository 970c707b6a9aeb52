import { existsSync } from 'node:fs';
import { Client } from '../harness/client/client.js';
import { type Lock, lockInstance } from '../harness/lock.js';
import { CannotExamine } from '../harness/preflight.js';
import type { Report } from '../harness/report.js';
import { run } from '../harness/run.js';
import type { RunSettings } from '../harness/settings.js';
import { JudgementCollector } from '../reporters/collect-judgements.js';
import { renderJson } from '../reporters/json.js';
import { createProgress, type Progress } from '../reporters/progress.js';
import { renderTerminal } from '../reporters/terminal.js';
import { CHAPTERS, ENTRY } from '../suites/catalogue.js';
import { wantsColour } from './colour.js';
import { EXIT, exitStatus } from './exit-status.js';
import { aborted, watchForInterruption } from './interruption.js';
import { note, print } from './output.js';
import { type WantedReports, writeReports } from './report-files.js';

/** How the outcome is to be shown. */
export interface Presentation {
  reports: WantedReports;
  quiet: boolean;
  verbose: boolean;
  noColor: boolean | undefined;
}

/** Where nothing tells the width. */
const USUAL_COLUMNS = 80;

/**
 * Examines an instance and shows the outcome. Returns the exit status. Rejects with a CannotExamine
 * if nothing could be judged; a report that could not be written is a line of its own, after the rest.
 */
export async function examine(settings: RunSettings, shown: Presentation): Promise<number> {
  const colour = wantsColour(process.stderr, shown.noColor, process.env);
  const progress = createProgress(process.stderr, { colour, quiet: shown.quiet });
  const report = await judged(settings, progress);
  if (report === undefined) {
    note('interrupted before anything was judged');
    return EXIT.interrupted;
  }
  const failed = await writeReports(report, shown.reports.files);
  await show(report, shown);
  for (const { message } of failed) note(message);
  return failed.length > 0 ? EXIT.refused : exitStatus(report);
}

/** Returns nothing if the user ended the run before there was anything to report. */
async function judged(settings: RunSettings, progress: Progress): Promise<Report | undefined> {
  const lock = locked(settings);
  const interruption = watchForInterruption(() => nameJournal(settings));
  const client = new Client(settings);
  let planned = false;
  const endedEarly = new Promise<undefined>((resolve) => {
    void aborted(interruption.signal).then(() => {
      announceRestoring(settings);
      if (!planned) resolve(undefined);
    });
  });
  const collector = new JudgementCollector(
    ({ result, traffic }) => progress.judged({ ...result, requests: traffic.requests }),
    (name) => progress.inHand(name),
  );
  const onPlan = (total: number) => {
    planned = true;
    progress.begin(total);
  };
  const { signal } = interruption;
  const parts = { client, chapters: CHAPTERS, entry: ENTRY, collector, onPlan, signal };
  try {
    return await Promise.race([run(settings, parts), endedEarly]);
  } catch (error) {
    if (!(error instanceof CannotExamine)) throw error;
    // It may quote an answer, and an answer may quote what was sent.
    throw new CannotExamine(client.redaction.text(error.message));
  } finally {
    progress.end();
    await client.close();
    lock?.release();
    interruption.ignore();
  }
}

/** One run at a time writes to an instance. A journal that an earlier one left is named, not touched. */
function locked({ writes, baseUrl }: RunSettings): Lock | undefined {
  if (writes === undefined) return undefined;
  const lock = lockInstance(baseUrl, writes.journal);
  if (lock.leftJournal !== undefined) {
    note(
      `an earlier run ended without restoring ${baseUrl}; conformance restore ${lock.leftJournal} does it`,
    );
  }
  return lock;
}

/** Restoring takes a moment, in which an impatient second signal would do harm. */
function announceRestoring({ writes }: RunSettings): void {
  if (writes === undefined || !existsSync(writes.journal)) return;
  note('interrupted; what was written is being put back, and another signal would end that');
}

function nameJournal({ writes }: RunSettings): void {
  if (writes === undefined || !existsSync(writes.journal)) return;
  note(`ended before all was put back; conformance restore ${writes.journal} does it`);
}

async function show(report: Report, { reports, quiet, verbose, noColor }: Presentation) {
  const output = reports.onStandardOutput ? process.stderr : process.stdout;
  const colour = wantsColour(output, noColor, process.env);
  const columns = output.columns ?? USUAL_COLUMNS;
  const text = renderTerminal(report, { colour, columns, verbose });
  const verdict = `${text.trimEnd().split('\n').at(-1)}\n`;
  if (!reports.onStandardOutput) return print(quiet ? verdict : text);
  await print(renderJson(report));
  if (!quiet) process.stderr.write(verdict);
}
