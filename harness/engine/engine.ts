import { Worker } from 'node:worker_threads';
import type { Judgement } from '../judgement.js';
import type { Exchange, SeenField, Traffic } from '../report.js';
import type { WorkerConfig } from './worker-config.js';

/** What the thread that hosts Vitest is told. */
export type ToVitest = { run: WorkerConfig } | { cancel: true } | { close: true };

/** What that thread reports: a test that starts, a judgement, the end of a phase. */
export type FromVitest =
  | { started: string }
  | { judgement: Judgement; exchanges: Exchange[] }
  | { ended: Omit<Phase, 'judgements'> };

/** What came of one phase. */
export interface Phase {
  judgements: Judgement[];
  /** The fields that were seen. */
  fields: SeenField[];
  /** What was exchanged, if all of it is wanted. */
  exchanges: Exchange[];
  /** Absent if the worker did not get as far as to report it. */
  traffic?: Traffic;
  /** Errors outside of any check, in words. */
  errors: string[];
}

/** Is told, live, how a phase goes on. */
export interface PhaseListener {
  /** A test has started; its name is the requirement and the version. */
  onStart(test: string): void;
  onJudgement(judgement: Judgement): void;
}

/**
 * Vitest, in a thread (vitest-thread.ts says why). It begins to load when it is made.
 */
export class Engine {
  readonly #thread: Worker;
  #stopped: Error | undefined;

  /** `entry` is the absolute path of the built file that declares the tests. */
  constructor(
    entry: string,
    private readonly listener: PhaseListener,
  ) {
    this.#thread = new Worker(new URL('./vitest-thread.js', import.meta.url), {
      workerData: entry,
      // Nothing that is printed there is anything that the user asked for.
      stdout: true,
      stderr: true,
    });
    this.#thread.stdout.resume();
    this.#thread.stderr.resume();
    this.#thread.on('error', (error) => {
      this.#stopped = error;
    });
    this.#thread.on('exit', (code) => {
      this.#stopped ??= new Error(`the thread of Vitest ended with status ${code}`);
    });
  }

  /**
   * Runs the tests of one phase. The signal ends it early. What was judged until then, or until the
   * thread died, is returned, and never a rejection.
   */
  async run(config: WorkerConfig, signal: AbortSignal): Promise<Phase> {
    // An interrupted run reports a test twice.
    const judgements = new Map<string, Judgement>();
    const exchanges: Exchange[] = [];
    const cancel = () => this.#send({ cancel: true });
    const ended = await new Promise<Omit<Phase, 'judgements'>>((resolve) => {
      const receive = (message: FromVitest) => {
        if ('started' in message) this.listener.onStart(message.started);
        else if ('judgement' in message) {
          const { requirement, version } = message.judgement.result;
          judgements.set(`${requirement} ${version}`, message.judgement);
          exchanges.push(...message.exchanges);
          this.listener.onJudgement(message.judgement);
        } else resolve(message.ended);
      };
      const die = () => {
        const errors = [this.#stopped?.stack ?? String(this.#stopped)];
        resolve({ fields: [], exchanges: [], errors });
      };
      this.#thread.on('message', receive);
      this.#thread.on('exit', die);
      signal.addEventListener('abort', cancel, { once: true });
      if (this.#stopped !== undefined) die();
      this.#send({ run: config });
      if (signal.aborted) cancel();
    });
    this.#thread.removeAllListeners('message');
    signal.removeEventListener('abort', cancel);
    return {
      ...ended,
      judgements: [...judgements.values()],
      exchanges: [...exchanges, ...ended.exchanges],
    };
  }

  /** Closes Vitest and ends the thread. */
  async close(): Promise<void> {
    if (this.#stopped !== undefined) return;
    const exited = new Promise((resolve) => this.#thread.once('exit', resolve));
    this.#send({ close: true });
    await exited;
  }

  #send(message: ToVitest): void {
    this.#thread.postMessage(message);
  }
}
