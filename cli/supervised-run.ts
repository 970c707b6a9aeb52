import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CannotExamine } from '../harness/cannot-examine.js';
import { whyEnded } from '../harness/client/stopped.js';
import { type Lock, lockInstance } from '../harness/lock.js';
import type { Exchange, Report } from '../harness/report.js';
import type { Outcome } from '../harness/run.js';
import type { RunSettings } from '../harness/settings.js';
import { restoreLine, urlOf } from '../harness/target.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import type { Interruption } from './interruption.js';
import type { Progress } from './progress.js';
import { Refusal } from './refusal.js';
import type { FromRun, RunData, ToRun } from './run-thread.js';

/** Without a limit, the young generation of the thread grows to about 34 MB. */
const YOUNG_GENERATION_MB = 4;

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
  context: RunContext,
): Promise<RunOutcome> {
  const { everyExchange, progress, interruption, note, namesJournal, program } = context;
  refuseBrokenPackage(process.cwd());
  const lock = locked(settings, context);
  // Printed before the first write, while the terminal and the process are certainly available.
  if (lock !== undefined && namesJournal) note(journalNote(settings, program));
  const limit = limitTime(settings.maxDurationMs);
  const signal = AbortSignal.any([interruption.signal, limit.signal]);
  const onAbort = () => {
    // The announcement needs a line of its own.
    progress.end();
    announceRestoring(settings, signal, note);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const outcome = await runInThread({ settings, everyExchange }, context, signal);
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
 * Runs the suite in a thread; see run-thread.ts. Resolves to nothing if the signal ended the run before
 * there was anything to report.
 */
async function runInThread(
  workerData: RunData,
  { progress, program }: RunContext,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const options = {
    workerData,
    // Output of the thread is not meant for the user.
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
        // Results that arrive after the end of the run were not checked.
        else if (!signal.aborted) progress.judged(message.judged);
      });
      thread.on('error', (error) => reject(isOutOfMemory(error) ? tooLittleMemory() : error));
      thread.on('exit', (code) => reject(endedEarly(code, workerData, program)));
    });
  } finally {
    signal.removeEventListener('abort', end);
    await exited;
  }
}

/** Restores the stack of an error from the thread, for `--debug`. */
function from(stack: string, error: Error): Error {
  error.stack = stack;
  return error;
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooLittleMemory(): Refusal {
  return new Refusal(
    'not enough memory for a run; expected --max-old-space-size in NODE_OPTIONS to be at least the default of Node',
  );
}

/** The thread ended, and its results are lost. */
function endedEarly(status: number, { settings }: RunData, program: string): Error {
  const journal = settings.writes?.journal;
  const left = journal !== undefined && existsSync(journal);
  const tail = left ? `; restore the data with ${restoreLine(program, settings, journal)}` : '';
  return new Error(`the thread of the run ended with status ${status}${tail}`);
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

/** Only one run at a time may write to an instance. Reports a journal left by an earlier run. */
function locked(settings: RunSettings, { note, program }: RunContext): Lock | undefined {
  const { writes, shard } = settings;
  // Only the last shard writes.
  if (writes === undefined || shard?.index !== shard?.count) return undefined;
  const lock = lockInstance(settings, writes.journal);
  if (lock.leftJournal !== undefined) {
    note(
      `an earlier run did not restore ${urlOf(settings)}; run ${restoreLine(program, settings, lock.leftJournal)}`,
    );
  }
  return lock;
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
