import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { whyEnded } from '../harness/client/transport-error.js';
import type { Extension } from '../harness/extension/extension.js';
import type { Judgement } from '../harness/judgement.js';
import { type Lock, lockInstance } from '../harness/lock.js';
import type { Exchange, Report } from '../harness/report.js';
import { run } from '../harness/run.js';
import type { RunSettings } from '../harness/settings.js';
import { createProgress, type Progress } from '../reporters/progress.js';
import { held, writeBaseline } from './baseline-files.js';
import { CHAPTERS } from './catalogue.js';
import { wantsColour } from './colour.js';
import { COSTS } from './costs.js';
import { EXIT, exitStatus } from './exit-status.js';
import { type Interruption, watchForInterruption } from './interruption.js';
import { wantsLiveLine } from './live-line.js';
import { limitTime } from './max-duration.js';
import { note } from './output.js';
import type { Presentation } from './presentation.js';
import { Refusal } from './refusal.js';
import { writeReports } from './report-files.js';
import { afterWalk, beforeWalk } from './walk-notes.js';

/** The built file that Vitest runs. */
const ENTRY = fileURLToPath(new URL('./vitest-entry.js', import.meta.url));

/**
 * Examines an instance and shows the outcome. Returns the exit status. Rejects with a CannotExamine
 * if nothing could be judged; a report that could not be written is a line of its own, after the rest.
 */
export async function examine(settings: RunSettings, shown: Presentation): Promise<number> {
  const colour = wantsColour(process.stderr, shown.noColor, process.env);
  const live = wantsLiveLine(process.stderr, process.env);
  const progress = await createProgress(process.stderr, { colour, live, quiet: shown.quiet });
  const interruption = watchForInterruption(() => {
    progress.end();
    nameJournal(settings);
  });
  const walkNote = shown.quiet ? undefined : beforeWalk(settings);
  if (walkNote !== undefined) note(walkNote);
  const { extensions } = shown;
  const { everyExchange } = shown.reports;
  const attended = { extensions, everyExchange, progress, interruption, note };
  const examined = await judged(settings, attended);
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

/** What came of a run. */
export interface Examined {
  /** Absent if the run was ended before there was anything to report. */
  report?: Report;
  /** All that was exchanged, if a report wants it; else what results refer to. */
  exchanges?: Exchange[];
  /** Set, in words, if `--max-duration` ended the run. */
  outOfTime?: string;
  /** Whether the user ended the run. */
  byUser: boolean;
}

/** What a run is given besides its settings, and who is told of it. */
export interface Attended {
  /** What is judged beside the specification. */
  extensions: readonly Extension[];
  /** Whether all that is exchanged is to be kept, and not only what a finding points to. */
  everyExchange: boolean;
  progress: Progress;
  /** Ends the run early; its handlers are taken off at the end. */
  interruption: Interruption;
  /** Told, in a line, what the user has to know at once. */
  note(text: string): void;
}

/** Runs the suite on an instance. Rejects with a CannotExamine if nothing could be judged. */
export async function judged(settings: RunSettings, attended: Attended): Promise<Examined> {
  const { extensions, everyExchange, progress, interruption, note } = attended;
  const lock = locked(settings, note);
  const limit = limitTime(settings.maxDurationMs);
  const signal = AbortSignal.any([interruption.signal, limit.signal]);
  const onAbort = () => {
    // What is announced gets a line of its own; what is yet to come is written below it.
    progress.end();
    announceRestoring(settings, signal, note);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const parts = {
    chapters: CHAPTERS,
    extensions,
    costs: COSTS,
    entry: ENTRY,
    everyExchange,
    onPlan: progress.begin,
    onStart: progress.inHand,
    // What is settled by the end of the run has not been checked.
    onJudgement({ result: { verdict }, traffic }: Judgement) {
      if (!signal.aborted) progress.judged({ verdict, requests: traffic.requests });
    },
    walkJudging: async () =>
      (await import('../suites/conventions/scan/judging.js')).walkJudging(CHAPTERS),
    onWalk: progress.walked,
    signal,
  };
  try {
    const outcome = await run(settings, parts);
    return {
      ...outcome,
      byUser: interruption.signal.aborted && !limit.signal.aborted,
      ...(limit.signal.aborted ? { outOfTime: whyEnded(signal) } : {}),
    };
  } finally {
    progress.end();
    lock?.release();
    interruption.ignore();
    limit.lift();
  }
}

/** One run at a time writes to an instance. A journal that an earlier one left is named, not touched. */
function locked({ writes, baseUrl, shard }: RunSettings, note: Attended['note']): Lock | undefined {
  // Of several shards the last one writes.
  if (writes === undefined || shard?.index !== shard?.count) return undefined;
  const lock = lockInstance(baseUrl, writes.journal);
  if (lock.leftJournal !== undefined) {
    note(
      `an earlier run ended without restoring ${baseUrl}; conformance restore ${lock.leftJournal} does it`,
    );
  }
  return lock;
}

/** Restoring takes a moment, in which an impatient second signal would do harm. */
function announceRestoring(
  { writes }: RunSettings,
  signal: AbortSignal,
  note: Attended['note'],
): void {
  if (writes === undefined || !existsSync(writes.journal)) return;
  const why = whyEnded(signal);
  note(`${why}; what was written is being put back, and another signal would end that`);
}

function nameJournal({ writes }: RunSettings): void {
  if (writes === undefined || !existsSync(writes.journal)) return;
  note(`ended before all was put back; conformance restore ${writes.journal} does it`);
}
