import { fileURLToPath } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { CannotExamine } from '../harness/cannot-examine.js';
import type { Judgement } from '../harness/check.js';
import { type Outcome, run } from '../harness/run.js';
import type { RunSettings } from '../harness/settings.js';
import type { WalkProgress } from '../harness/walk/walk.js';
import { GROUPS } from './catalogue.js';
import { selectedCatalogue } from './choice.js';
import { COSTS } from './costs.js';
import type { Judged } from './progress.js';
import { Refusal } from './refusal.js';

// Runs the suite in a thread. Vitest ends the process on SIGINT and SIGTERM before reports are written or
// data is restored; signals reach the main thread only, so here this has no effect.

/** The input of the thread, as plain data. */
export interface RunData {
  settings: RunSettings;
  /** Whether to return all exchanges, not only those of findings. */
  everyExchange: boolean;
}

/** Message to the thread: end the run, with the reason as text. */
export interface ToRun {
  end: string;
}

/** Messages from the thread: progress and result. */
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

if (parentPort === null) throw new Error('run-thread.js must be started as a thread');
await runSuite(parentPort, workerData);

async function runSuite(port: MessagePort, data: RunData): Promise<void> {
  const { settings, everyExchange } = data;
  const send = (message: FromRun) => port.postMessage(message);
  const controller = new AbortController();
  port.on('message', ({ end }: ToRun) => controller.abort(end));
  try {
    const { only, skip, versions, requirements } = settings;
    const { groups, extensions } = await selectedCatalogue({ only, skip, versions, requirements });
    const ended = await run(settings, {
      groups,
      extensions,
      costs: COSTS,
      entry: ENTRY,
      everyExchange,
      onPlan: (planned) => send({ planned }),
      onStart: (started) => send({ started }),
      onJudgement: ({ result: { verdict }, traffic: { requests } }: Judgement) =>
        send({ judged: { verdict, requests } }),
      walkJudging: async () =>
        (await import('../suites/conventions/scan/scan-checks.js')).walkJudging(GROUPS),
      onWalk: (walked) => send({ walked }),
      signal: controller.signal,
    });
    send({ ended });
  } catch (error) {
    // Errors lose their class between threads.
    const stack = error instanceof Error ? String(error.stack) : '';
    if (error instanceof Refusal) send({ refused: error.message, stack });
    else if (error instanceof CannotExamine) send({ cannotExamine: error.message, stack });
    else throw error;
  }
  // The thread ends itself: Node 20 aborts the process if a thread is terminated while it starts to access
  // a file, as Vitest does for a while after it was closed.
  process.exit();
}
