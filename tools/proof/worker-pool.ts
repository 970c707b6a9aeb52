import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { type Finding, findingOf } from './finding.js';
import { SOUND } from './matrix.js';

/** The result of one fault: the findings, or the reason why there are none. */
export type Outcome = Finding | { crashed: string };

/** The message of a worker that has evaluated a fault. */
export interface Evaluated {
  id: string;
  outcome: Outcome;
}

/** The time limit for one fault, in ms. The reference without a fault takes minutes on a busy machine. */
const TIME_LIMIT = 900_000;

/**
 * Evaluates faults in parallel, one per processor. Calls `onEvaluated` after each. A worker that dies or
 * exceeds the time limit is replaced, and its fault counts as crashed.
 */
export async function evaluateAll(
  ids: readonly string[],
  onEvaluated: (evaluated: Evaluated) => void,
): Promise<void> {
  const queue = [...ids];
  const workers = Math.min(ids.length, availableParallelism());
  await Promise.all(Array.from({ length: workers }, () => workThrough(queue, onEvaluated)));
}

async function workThrough(
  queue: string[],
  onEvaluated: (evaluated: Evaluated) => void,
): Promise<void> {
  let worker = startWorker();
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const outcome = await outcomeFrom(worker, id);
    onEvaluated({ id, outcome });
    if (!('crashed' in outcome)) continue;
    await worker.terminate();
    worker = startWorker();
  }
  await worker.terminate();
}

function startWorker(): Worker {
  return new Worker(new URL(import.meta.url));
}

function outcomeFrom(worker: Worker, id: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome) => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', onError).off('exit', onExit);
      resolve(outcome);
    };
    const onError = (error: unknown) => settle({ crashed: String(error) });
    const onExit = (code: number) => settle({ crashed: `the suite's thread ended with ${code}` });
    const late = { crashed: `the suite did not end within ${TIME_LIMIT / 1000} s` };
    const timer = setTimeout(() => settle(late), TIME_LIMIT);
    worker.on('message', settle).on('error', onError).on('exit', onExit);
    worker.postMessage(id);
  });
}

// In a worker.
if (!isMainThread) {
  parentPort?.on('message', async (id: string) => parentPort?.postMessage(await outcomeOf(id)));
}

async function outcomeOf(id: string): Promise<Outcome> {
  try {
    return await findingOf(id === SOUND ? undefined : faultNamed(id));
  } catch (error) {
    return { crashed: error instanceof Error ? String(error.stack) : String(error) };
  }
}
