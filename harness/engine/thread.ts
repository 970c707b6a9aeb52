import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { PoolWorker, WorkerRequest } from 'vitest/node';
import { CannotExamine } from '../cannot-examine.js';
import { Stopped, whyEnded } from '../client/transport-error.js';
import type { Found } from '../preflight.js';
import type { Beginning } from '../reading-phase.js';
import type { Verdict } from '../verdict.js';
import type { Version } from '../version.js';
import { THREAD_FILE } from './thread-file.js';

/**
 * What the thread may keep at once of short-lived objects, in megabytes: a quarter of the usual. That
 * saves 40 MB, and more where answers are long, at no cost of time: most of what is read stays.
 */
const NURSERY_MB = 12;

/** How Vitest is told which pool runs the tests. */
export const POOL = 'conformance';

/** What the thread is told when it is made. */
export interface ThreadSettings {
  /** The URL of the module that exports the chapters as `CHAPTERS`. */
  chapters: string;
  /** By this port it is asked for what comes before the tests. */
  port: MessagePort;
}

/** What the preflight came to. */
export type Scouted = { found: Found } | { cannotExamine: string } | { failed: string };

/** What is told of a judgement at once, so that somebody who waits can see it. */
export interface Judged {
  requirement: string;
  version: Version;
  verdict: Verdict;
  /** How many requests the run has made so far. */
  requests: number;
}

/** What the thread tells by the port. */
export type Told = { scouted: Scouted } | { judged: Judged[] };

/**
 * The thread in which requirements are judged. From the moment it is made it loads what it needs,
 * while the main thread loads the rest of the command, and Vitest: that takes both of them longer than
 * the first requests. Whoever makes it stops it.
 */
export class Thread implements PoolWorker {
  readonly name = POOL;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #ended: Promise<never>;

  /** `chapters` is the URL of the module that exports them as `CHAPTERS`. */
  constructor(chapters: string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(THREAD_FILE, {
      workerData: { chapters, port: port2 } satisfies ThreadSettings,
      transferList: [port2],
      // As in Vitest's own pools; nothing that is printed there is anything that the user asked for.
      env: { ...process.env, VITEST: 'true', TEST: 'true' },
      stdout: true,
      stderr: true,
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MB },
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#ended = new Promise((_, reject) => {
      this.#worker.on('error', reject);
      this.#worker.on('exit', () => reject(new Error('the thread that judges has ended')));
    });
    this.#ended.catch(() => {});
  }

  /**
   * Looks at the instance from the thread, whose client is there first. What is found is returned, and
   * judged at once as far as that only reads: Vitest's tests are told what came of it. Throws a
   * CannotExamine, and a Stopped if the signal ends it before.
   */
  async begin(beginning: Beginning, signal: AbortSignal): Promise<Found> {
    const ended = new AbortController();
    const answered = new Promise<Scouted>((resolve, reject) => {
      this.#port.on('message', (told: Told) => {
        if ('scouted' in told) resolve(told.scouted);
      });
      const stop = () => reject(new Stopped(whyEnded(signal)));
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true, signal: ended.signal });
    });
    this.#port.postMessage(beginning);
    try {
      const scouted = await Promise.race([answered, this.#ended]);
      if ('found' in scouted) return scouted.found;
      if ('failed' in scouted) throw new Error(scouted.failed);
      throw new CannotExamine(scouted.cannotExamine);
    } finally {
      ended.abort();
    }
  }

  /** Calls back with each judgement as it is made. */
  onJudged(tell: (judged: Judged) => void): void {
    this.#port.on('message', (told: Told) => {
      if ('judged' in told) told.judged.forEach(tell);
    });
  }

  on(event: string, callback: (arg: unknown) => void): void {
    this.#worker.on(event, callback);
  }

  off(event: string, callback: (arg: unknown) => void): void {
    this.#worker.off(event, callback);
  }

  send(message: WorkerRequest): void {
    this.#worker.postMessage(message);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  /** It has begun already; rejects if it has ended since. */
  async start(): Promise<void> {
    await Promise.race([this.#ended, Promise.resolve()]);
  }

  /** Ends it, if it has not ended. */
  async stop(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }
}
