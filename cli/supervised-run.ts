import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CannotExamine } from '../harness/cannot-examine.js';
import { whyEnded } from '../harness/client/stopped.js';
import { type Lock, lockInstance } from '../harness/lock.js';
import type { Exchange, Report } from '../harness/report.js';
import type { Outcome } from '../harness/run.js';
import type { RunSettings } from '../harness/settings.js';
import { restoreLine } from '../harness/shell.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import type { Interruption } from './interruption.js';
import type { Progress } from './progress.js';
import { Refusal } from './refusal.js';
import type { FromRun, RunData, ToRun } from './run-thread.js';

/** Room for what lives briefly, which grows to some 34 MB else: the thread makes little of that. */
const YOUNG_GENERATION_MB = 4;

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
  /** The modules of `--suite`. */
  suites: readonly string[];
  /** Whether all that is exchanged is to be kept, and not only what a finding points to. */
  everyExchange: boolean;
  progress: Progress;
  /** Ends the run early. */
  interruption: Interruption;
  /** Whether the instance namesJournal this process, so that its user may have to restore it. */
  namesJournal: boolean;
  /** Told, in a line, what the user has to know at once. */
  note(text: string): void;
}

/**
 * Runs the suite on an instance. Rejects with a CannotExamine if nothing could be judged, and with a
 * Refusal if nothing can be run here.
 */
export async function supervisedRun(settings: RunSettings, attended: Attended): Promise<Examined> {
  const { suites, everyExchange, progress, interruption, note, namesJournal } = attended;
  refuseBrokenPackage(process.cwd());
  const lock = locked(settings, note);
  // Said before anything is written: once the terminal is gone, or the process, it is too late.
  if (lock !== undefined && namesJournal) note(journalNote(settings));
  const limit = limitTime(settings.maxDurationMs);
  const signal = AbortSignal.any([interruption.signal, limit.signal]);
  const onAbort = () => {
    // What is announced gets a line of its own; what is yet to come is written below it.
    progress.end();
    announceRestoring(settings, signal, note);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const outcome = await runInThread({ settings, suites, everyExchange }, progress, signal);
    return {
      ...outcome,
      byUser: interruption.signal.aborted && !limit.signal.aborted,
      ...(limit.signal.aborted ? { outOfTime: whyEnded(signal) } : {}),
    };
  } finally {
    progress.end();
    lock?.release();
    limit.lift();
  }
}

/**
 * Runs it in a thread (run-thread.ts says why). Resolves to nothing if the signal ended the run before
 * there was anything to report.
 */
async function runInThread(
  workerData: RunData,
  progress: Progress,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const options = {
    workerData,
    // Nothing that is printed there is anything that the user asked for.
    stdout: true,
    stderr: true,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  };
  const thread = new Worker(new URL('./run-thread.js', import.meta.url), options);
  thread.stdout.resume();
  thread.stderr.resume();
  const end = () => {
    const message: ToRun = { end: whyEnded(signal) };
    thread.postMessage(message);
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const exited = new Promise((resolve) => thread.once('exit', resolve));
  try {
    return await new Promise((resolve, reject) => {
      thread.on('message', (message: FromRun) => {
        if ('planned' in message) progress.begin(message.planned);
        else if ('started' in message) progress.inHand(message.started);
        else if ('walked' in message) progress.walked(message.walked);
        else if ('ended' in message) resolve(message.ended);
        else if ('refused' in message) reject(from(message.stack, new Refusal(message.refused)));
        else if ('cannotExamine' in message)
          reject(from(message.stack, new CannotExamine(message.cannotExamine)));
        // What is settled by the end of the run has not been checked.
        else if (!signal.aborted) progress.judged(message.judged);
      });
      thread.on('error', (error) => reject(isOutOfMemory(error) ? tooLittleMemory() : error));
      thread.on('exit', (code) => reject(endedEarly(code, workerData)));
    });
  } finally {
    signal.removeEventListener('abort', end);
    await exited;
  }
}

/** The error as it was thrown in the thread: `--debug` shows where. */
function from(stack: string, error: Error): Error {
  error.stack = stack;
  return error;
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooLittleMemory(): Refusal {
  return new Refusal(
    'this process has too little memory for a run; expected no smaller --max-old-space-size in NODE_OPTIONS than Node has by itself',
  );
}

/** The thread is gone, and with it what was judged. */
function endedEarly(status: number, { settings, suites }: RunData): Error {
  const journal = settings.writes?.journal;
  const left = journal !== undefined && existsSync(journal);
  const tail = left ? `; ${restoreLine(settings.baseUrl, journal)} puts back what was written` : '';
  return suites.length > 0
    ? new Refusal(
        `--suite: the run was ended from inside, with status ${status}, as process.exit does; expected modules that leave it alone${tail}`,
      )
    : new Error(`the thread of the run ended with status ${status}${tail}`);
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
    JSON.parse(readTextFile(file, LONGEST_FILE.suite));
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
      `an earlier run ended without restoring ${baseUrl}; ${restoreLine(baseUrl, lock.leftJournal)} does it`,
    );
  }
  return lock;
}

function journalNote({ baseUrl, writes }: RunSettings): string {
  const journal = writes?.journal ?? '';
  return `what it writes is kept in ${journal}; if it is killed, ${restoreLine(baseUrl, journal)} puts that back`;
}

/** Restoring takes a moment, in which an impatient second signal would do harm. */
function announceRestoring(
  { writes }: RunSettings,
  signal: AbortSignal,
  note: Attended['note'],
): void {
  if (writes === undefined || !existsSync(writes.journal)) return;
  const why = whyEnded(signal);
  note(`${why}; what was written is being put back, and the same signal again would end that`);
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
