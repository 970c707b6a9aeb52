import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBrokenClients } from '../analysis/client-profile/broken-clients.js';
import { whyEnded } from '../harness/client/stopped.js';
import type { Exchange, Report } from '../harness/report.js';
import type { RunSettings } from '../harness/settings.js';
import { restoreLine } from '../harness/target.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import { selectedCatalogue } from './choice.js';
import { readProfiles, shippedProfiles } from './client-profiles.js';
import type { Interruption } from './interruption.js';
import type { Progress } from './progress.js';
import { Refusal } from './refusal.js';

/** The built file that Vitest runs. */
const ENTRY = fileURLToPath(new URL('./vitest-entry.js', import.meta.url));

/** The outcome of a run. */
export interface RunOutcome {
  /** Absent if the run ended before there was anything to report. */
  report?: Report;
  /** All exchanges, if a report needs them; else those that results refer to. */
  exchanges?: Exchange[];
  /** Set, as text, if `--max-duration` ended the run. */
  outOfTime?: string;
  /** Whether the user ended the run. */
  byUser: boolean;
}

/** The inputs of a run besides its settings. */
export interface RunContext {
  /** Whether to collect all exchanges, not only those of findings. */
  everyExchange: boolean;
  progress: Progress;
  /** Ends the run early. */
  interruption: Interruption;
  /** Whether to print the name of the journal: the instance outlives this process. */
  namesJournal: boolean;
  /** How the user starts this program. */
  program: string;
  /** Prints a line immediately. */
  note(text: string): void;
}

/**
 * Runs the suite on an instance. Rejects with a CannotExamine if nothing could be checked, and with a
 * Refusal if the run cannot start.
 */
export async function supervisedRun(
  settings: RunSettings,
  { everyExchange, progress, interruption, note, namesJournal, program }: RunContext,
): Promise<RunOutcome> {
  refuseBrokenPackage(process.cwd());
  // Printed before the first write, while the terminal and the process are certainly available.
  if (settings.writes !== undefined && namesJournal) note(journalNote(settings, program));
  const limit = limitTime(settings.maxDurationMs);
  const signal = AbortSignal.any([interruption.signal, limit.signal]);
  const onAbort = () => {
    // The announcement needs a line of its own.
    progress.end();
    announceRestoring(settings, signal, note);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const catalogue = await selectedCatalogue(settings);
    const deciding = new Set(
      catalogue.groups.flatMap(({ requirements }) => requirements.map(({ id }) => id)),
    );
    // Loads Vitest, which takes a while.
    const { run } = await import('../harness/run.js');
    const outcome = await run(settings, {
      ...catalogue,
      entry: ENTRY,
      everyExchange,
      onPlan: (total) => progress.begin(total),
      onStart: (test) => progress.inHand(test),
      onJudgement({ result: { requirement, version, verdict }, traffic: { requests } }) {
        // Results that arrive after the end of the run were not checked.
        if (signal.aborted) return;
        progress.inHand(`${requirement} in ${version}`);
        progress.judged({ fails: verdict === 'fail' && deciding.has(requirement), requests });
      },
      onScan: (scanned) => progress.scanned(scanned),
      onWaiting: note,
      signal,
    });
    return {
      ...outcome,
      report: outcome?.report && withBrokenClients(outcome.report, readProfiles(shippedProfiles())),
      byUser: interruption.signal.aborted && !limit.signal.aborted,
      outOfTime: limit.signal.aborted ? whyEnded(signal) : undefined,
    };
  } finally {
    progress.end();
    limit.lift();
  }
}

/** Node reads the nearest package.json when it starts Vitest's worker. */
function refuseBrokenPackage(folder: string): void {
  const file = join(folder, 'package.json');
  const above = dirname(folder);
  if (!existsSync(file)) {
    if (above !== folder) refuseBrokenPackage(above);
    return;
  }
  try {
    JSON.parse(readTextFile(file, LONGEST_FILE.package));
  } catch {
    throw new Refusal(
      `${file} is not valid JSON, so Node cannot start a worker here; run conformance in another directory`,
    );
  }
}

function journalNote(settings: RunSettings, program: string): string {
  const journal = settings.writes?.journal ?? '';
  return `journal: ${journal}; if this run is killed, restore the data with ${restoreLine(program, settings, journal)}`;
}

/** A second signal would abort the restore. */
function announceRestoring(
  { writes }: RunSettings,
  signal: AbortSignal,
  note: RunContext['note'],
): void {
  if (writes === undefined || !existsSync(writes.journal)) return;
  const why = whyEnded(signal);
  note(`${why}; restoring data; the same signal again aborts this`);
}

/** The time limit of the whole run. */
interface TimeLimit {
  /** Aborted when the time is over; the reason is a text. */
  signal: AbortSignal;
  /** Removes the limit. */
  lift(): void;
}

/** Starts the timer of `--max-duration`; without it the signal is never aborted. */
function limitTime(ms: number | undefined): TimeLimit {
  const controller = new AbortController();
  if (ms === undefined) return { signal: controller.signal, lift() {} };
  const timer = setTimeout(() => {
    controller.abort(`the run reached its --max-duration of ${ms / 1000} s`);
  }, ms);
  return { signal: controller.signal, lift: () => clearTimeout(timer) };
}
