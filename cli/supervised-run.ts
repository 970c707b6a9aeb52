import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyEnded } from '../harness/client/transport-error.js';
import type { Extension } from '../harness/extension/extension.js';
import type { Judgement } from '../harness/judgement.js';
import { type Lock, lockInstance } from '../harness/lock.js';
import type { Exchange, Report } from '../harness/report.js';
import { run } from '../harness/run.js';
import type { RunSettings } from '../harness/settings.js';
import type { Progress } from '../reporters/progress.js';
import { CHAPTERS } from './catalogue.js';
import { COSTS } from './costs.js';
import type { Interruption } from './interruption.js';
import { Refusal } from './refusal.js';

/** The built file that Vitest runs. */
const ENTRY = fileURLToPath(new URL('./vitest-entry.js', import.meta.url));

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

/**
 * Runs the suite on an instance. Rejects with a CannotExamine if nothing could be judged, and with a
 * Refusal if nothing can be run here.
 */
export async function supervisedRun(settings: RunSettings, attended: Attended): Promise<Examined> {
  const { extensions, everyExchange, progress, interruption, note } = attended;
  refuseBrokenPackage(process.cwd());
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

/** Vitest's worker is started with a module to load first, for which Node reads the package.json around. */
function refuseBrokenPackage(folder: string): void {
  const file = join(folder, 'package.json');
  const above = dirname(folder);
  if (!existsSync(file)) {
    if (above !== folder) refuseBrokenPackage(above);
    return;
  }
  try {
    JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Refusal(`${file} is no JSON, so that Node starts no worker here; run it elsewhere`);
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

/** The time that the whole of a run may take. */
interface TimeLimit {
  /** Aborted when the time is over; its reason is a text that says so. */
  signal: AbortSignal;
  /** There is no limit any more. */
  lift(): void;
}

/** Begins to count the time of `--max-duration`; without one the signal is never aborted. */
function limitTime(ms: number | undefined): TimeLimit {
  const controller = new AbortController();
  if (ms === undefined) return { signal: controller.signal, lift() {} };
  const timer = setTimeout(() => {
    controller.abort(`the run came to the end of its --max-duration of ${ms / 1000} s`);
  }, ms);
  return { signal: controller.signal, lift: () => clearTimeout(timer) };
}
