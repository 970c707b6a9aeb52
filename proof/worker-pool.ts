import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Finding } from './finding.js';

/** What became of one fault: what the suite found, or why it came to no end. */
export type Outcome = Finding | { crashed: string };

/** What a worker answers when it has judged one fault. */
export interface Judged {
  id: string;
  outcome: Outcome;
}

/**
 * A fault that holds the suite up for longer than this has brought it down. Walking whole lists takes a
 * minute on a busy machine. In milliseconds.
 */
const PATIENCE = 240_000;

/**
 * Has faults judged side by side, as many at once as the machine has processors. Calls `onJudged`
 * after each. A worker that dies or hangs is the outcome of its fault and is replaced.
 */
export async function judgeAll(
  ids: readonly string[],
  onJudged: (judged: Judged) => void,
): Promise<void> {
  const queue = [...ids];
  const hands = Math.min(ids.length, availableParallelism());
  await Promise.all(Array.from({ length: hands }, () => workThrough(queue, onJudged)));
}

async function workThrough(queue: string[], onJudged: (judged: Judged) => void): Promise<void> {
  let worker = hire();
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const outcome = await asked(worker, id);
    onJudged({ id, outcome });
    if (!('crashed' in outcome)) continue;
    await worker.terminate();
    worker = hire();
  }
  await worker.terminate();
}

function hire(): Worker {
  return new Worker(new URL('./worker.js', import.meta.url));
}

function asked(worker: Worker, id: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome) => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', onError).off('exit', onExit);
      resolve(outcome);
    };
    const onError = (error: unknown) => settle({ crashed: String(error) });
    const onExit = (code: number) => settle({ crashed: `the suite's thread ended with ${code}` });
    const late = { crashed: `the suite did not end within ${PATIENCE / 1000} s` };
    const timer = setTimeout(() => settle(late), PATIENCE);
    worker.on('message', settle).on('error', onError).on('exit', onExit);
    worker.postMessage(id);
  });
}
