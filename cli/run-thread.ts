import { fileURLToPath } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { CannotExamine } from '../harness/cannot-examine.js';
import type { Judgement } from '../harness/judgement.js';
import { type Outcome, run } from '../harness/run.js';
import type { RunSettings } from '../harness/settings.js';
import type { WalkProgress } from '../harness/walk/walk.js';
import { CHAPTERS } from './catalogue.js';
import { chosenBesideSuites } from './choice.js';
import { COSTS } from './costs.js';
import type { Judged } from './progress.js';
import { Refusal } from './refusal.js';

// A run, in a thread of its own: Vitest handles SIGINT and SIGTERM by ending the process, before a report
// is written or data restored. Signals reach the main thread only, so here that does no harm.

/** What is run: plain data. */
export interface RunData {
  settings: RunSettings;
  /** The modules of `--suite`. */
  suites: readonly string[];
  /** Whether all that is exchanged is returned, and not only what a finding points to. */
  everyExchange: boolean;
}

/** What the thread is told: that the run is to end, and why, in words. */
export interface ToRun {
  end: string;
}

/** What it reports: how the run goes on, and what came of it. */
export type FromRun =
  | { planned: number }
  | { started: string }
  | { judged: Judged }
  | { walked: WalkProgress }
  | { ended: Outcome | undefined }
  | { refused: string; stack: string }
  | { cannotExamine: string; stack: string };

/** The built file that Vitest runs. */
const ENTRY = fileURLToPath(new URL('./vitest-entry.js', import.meta.url));

if (parentPort === null) throw new Error('run-thread.js is to be started as a thread');
await examine(parentPort, workerData);

async function examine(port: MessagePort, data: RunData): Promise<void> {
  const { settings, suites, everyExchange } = data;
  const send = (message: FromRun) => port.postMessage(message);
  const controller = new AbortController();
  port.on('message', ({ end }: ToRun) => controller.abort(end));
  try {
    const { only, skip, versions } = settings;
    const { extensions } = await chosenBesideSuites({ suite: suites, only, skip, versions });
    const ended = await run(settings, {
      chapters: CHAPTERS,
      extensions,
      costs: COSTS,
      entry: ENTRY,
      everyExchange,
      onPlan: (planned) => send({ planned }),
      onStart: (started) => send({ started }),
      onJudgement: ({ result: { verdict }, traffic: { requests } }: Judgement) =>
        send({ judged: { verdict, requests } }),
      walkJudging: async () =>
        (await import('../suites/conventions/scan/judging.js')).walkJudging(CHAPTERS),
      onWalk: (walked) => send({ walked }),
      signal: controller.signal,
    });
    send({ ended });
  } catch (error) {
    // An error loses its class on the way to another thread.
    const stack = error instanceof Error ? String(error.stack) : '';
    if (error instanceof Refusal) send({ refused: error.message, stack });
    else if (error instanceof CannotExamine) send({ cannotExamine: error.message, stack });
    else throw error;
  }
  // All is closed and put back by now; a timer that a module of --suite left would keep the thread
  // running. It ends itself: Node 20 aborts the process if a thread is ended from outside while it
  // begins to look for a file, as Vitest does for a while after it was closed.
  process.exit();
}
