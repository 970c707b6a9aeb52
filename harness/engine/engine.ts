import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { Reporter, TestModule, TestRunResult, Vitest } from 'vitest/node';
import { createVitest } from 'vitest/node';
import type { Judgement } from '../check.js';
import { shown } from '../expect.js';
import { isObject } from '../place.js';
import type { Exchange, Latency, SeenField, Traffic } from '../report.js';
import { HeapLimit } from './heap-limit.js';
import type { WorkerConfig } from './worker-config.js';

/** Tests per simultaneous request: some tests wait for requests of others. */
const TESTS_FOR_A_REQUEST = 3;

/** How long a worker may continue after its run ended, in milliseconds. */
const MOST_PATIENCE_MS = 2000;

const OUT_OF_MEMORY = 'the checks ran out of memory';

/** The result of one phase. */
export interface Phase {
  judgements: Judgement[];
  /** The fields seen. */
  fields: SeenField[];
  /** How long reads took. */
  latencies: Latency[];
  /** The exchanges, if all are wanted. */
  exchanges: Exchange[];
  /** Undefined if the worker did not report it. */
  traffic?: Traffic;
  /** Errors outside of any check. */
  errors: string[];
  /** The reason why the worker died, if it did. */
  endedBy?: string;
}

/** Receives the progress of a phase. */
export interface PhaseListener {
  /** A test started; its name is the requirement and the version. */
  onStart(test: string): void;
  onJudgement(judgement: Judgement): void;
}

/** Runs Vitest with one worker of its `threads` pool. Loads Vitest when constructed. */
export class Engine {
  readonly #cacheDir = mkdtemp(join(tmpdir(), 'patchwork-conformance-'));
  readonly #vitest: Promise<Vitest>;
  /** The results of the current phase; an interrupted phase reports a test twice. */
  readonly #judgements = new Map<string, Judgement>();
  readonly #exchanges: Exchange[] = [];
  readonly #heap = new HeapLimit();

  /**
   * `entry` is the absolute path of the built file that declares the tests; `concurrency` is how many
   * requests the client sends at once.
   */
  constructor(
    private readonly entry: string,
    concurrency: number,
    private readonly listener: PhaseListener,
  ) {
    const tests = concurrency * TESTS_FOR_A_REQUEST;
    this.#vitest = this.#cacheDir.then((folder) =>
      openVitest(entry, tests, folder, this.#reporter()),
    );
    // The error is reported to the caller of `run`.
    this.#vitest.catch(() => {});
  }

  /** Runs the tests of one phase. The signal ends it early; results so far are returned. */
  async run(config: WorkerConfig, signal: AbortSignal): Promise<Phase> {
    const vitest = await this.#vitest;
    this.#judgements.clear();
    this.#exchanges.length = 0;
    // A write that was sent is awaited.
    const patience =
      MOST_PATIENCE_MS + (config.writing === undefined ? 0 : config.settings.timeoutMs);
    const stopCancelling = cancelWhen(signal, vitest, patience);
    const deaths = watchDeaths();
    vitest.provide('conformance', config);
    const specification = vitest.getRootProject().createSpecification(this.entry);
    this.#heap.set();
    const { testModules, unhandledErrors } = await vitest
      .runTestSpecifications([specification])
      .finally(() => {
        this.#heap.lift();
        stopCancelling();
      });
    const errors = [...unhandledErrors, ...deaths()];
    const [module] = testModules;
    const { fields = [], latencies = [], exchanges = [], traffic } = module?.meta() ?? {};
    return {
      judgements: [...this.#judgements.values()],
      fields,
      latencies,
      exchanges: [...this.#exchanges, ...exchanges],
      ...(traffic === undefined ? {} : { traffic }),
      ...(errors.some(isOutOfMemory) ? { endedBy: OUT_OF_MEMORY } : {}),
      errors: [...errors.map(messageOf), ...testModules.flatMap(lossesOf)],
    };
  }

  async close(): Promise<void> {
    await (await this.#vitest).close();
    await rm(await this.#cacheDir, { recursive: true, force: true });
  }

  #reporter(): Reporter {
    return {
      // The worker has started.
      onTestModuleCollected: () => this.#heap.lift(),
      onTestCaseReady: ({ name }) => this.listener.onStart(name),
      onTestCaseResult: (test) => {
        const { judgement, exchanges = [] } = test.meta();
        if (judgement === undefined) return;
        const { requirement, version } = judgement.result;
        this.#judgements.set(`${requirement} ${version}`, judgement);
        this.#exchanges.push(...exchanges);
        this.listener.onJudgement(judgement);
      },
    };
  }
}

/**
 * Cancels the tests when the signal is aborted; if they continue, terminates the worker, as a
 * second cancel does in Vitest. Returns a function that removes the listener.
 */
function cancelWhen(signal: AbortSignal, vitest: Vitest, patienceMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => void vitest.cancelCurrentRun('keyboard-input');
  const onAbort = () => {
    cancel();
    timer = setTimeout(cancel, patienceMs);
  };
  if (signal.aborted) setImmediate(onAbort);
  else signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  };
}

/**
 * Vitest throws the error of a dead worker as an uncaught exception. Returns a function that ends
 * the watch.
 */
function watchDeaths(): () => Error[] {
  const errors: Error[] = [];
  const note = (error: Error) => void errors.push(error);
  process.on('uncaughtException', note);
  return () => {
    process.off('uncaughtException', note);
    return errors;
  };
}

/** Neither the user's configuration nor the current directory is read or written. */
function openVitest(
  entry: string,
  tests: number,
  cacheDir: string,
  reporter: Reporter,
): Promise<Vitest> {
  return createVitest(
    'test',
    {
      config: false,
      root: dirname(entry),
      dir: dirname(entry),
      include: [entry],
      exclude: [],
      watch: false,
      cache: false,
      // Built files need no transformation.
      server: { deps: { external: [/[\\/]dist[\\/]/] } },
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      maxConcurrency: tests,
      // No timeout for tests: requests have a limit, and the run may have one.
      testTimeout: 0,
      hookTimeout: 0,
      allowOnly: false,
      silent: true,
      reporters: [reporter],
    },
    { envDir: false, cacheDir, logLevel: 'silent' },
    // Vitest hides the cursor of a terminal even if silent.
    { stdout: nowhere(), stderr: nowhere() },
  );
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Why tests have no result: errors of hooks, or of the tests. */
function lossesOf(module: TestModule): string[] {
  const suites = [module, ...module.children.allSuites()];
  const lost = [...module.children.allTests()].filter(
    (test) => test.meta().judgement === undefined,
  );
  return [
    ...suites.flatMap((suite) => suite.errors().map(messageOf)),
    ...lost.flatMap((test) => test.result().errors?.map((error) => messageOf(error)) ?? []),
  ];
}

function isOutOfMemory(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOutOfMemory);
  if (!isObject(error)) return false;
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' || isOutOfMemory(error.cause);
}

/** An error of a worker arrives as plain data. */
function messageOf(error: TestRunResult['unhandledErrors'][number]): string {
  if (!isObject(error)) return shown(error);
  const { stack, message, cause } = error;
  const text = [stack, message].find((each) => typeof each === 'string') ?? shown(error);
  return cause === undefined ? text : `${text}; caused by ${messageOf(cause)}`;
}
