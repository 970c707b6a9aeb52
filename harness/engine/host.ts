import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { Reporter, Vitest } from 'vitest/node';
import { shown } from '../expect.js';
import { isObject, type JsonObject } from '../place.js';
import type { Handover } from './handover.js';
import { POOL, type Thread } from './thread.js';

/** What is to be hosted. */
export interface Hosted {
  /** Absolute path of the built file that calls `runInWorker`. */
  entry: string;
  /** The thread that judges in the first phase. */
  thread: Thread;
  /** Makes a thread for each further phase. */
  furtherThread(): Thread;
  reporter: Reporter;
}

/** Vitest with one worker thread. */
export interface Engine {
  /**
   * Runs the entry, once or several times. The signal ends that early; what was judged until then is
   * kept. Returns what went wrong outside of any test, in words.
   */
  run(handover: Handover, signal: AbortSignal): Promise<string[]>;
  /** Ends the thread and closes Vitest; nothing is left behind. */
  close(): Promise<void>;
}

/**
 * Opens the engine, which begins to load Vitest: one worker thread, no isolation, concurrent tests.
 * Neither the user's configuration nor the current directory is read or written.
 */
export function openEngine(hosted: Hosted): Engine {
  const { entry, thread: first, furtherThread } = hosted;
  let waiting: Thread | undefined = first;
  const threadInTurn = () => {
    const thread = waiting ?? furtherThread();
    waiting = undefined;
    return thread;
  };
  const created = create(hosted, threadInTurn);
  // Whoever runs or closes it is told.
  created.catch(() => {});

  return {
    async run(handover, signal) {
      if (signal.aborted) return [];
      const { vitest } = await created;
      return runTests(vitest, entry, handover, signal);
    },
    async close() {
      await waiting?.stop();
      const { vitest, cacheDir } = await created;
      await vitest.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

async function runTests(
  vitest: Vitest,
  entry: string,
  handover: Handover,
  signal: AbortSignal,
): Promise<string[]> {
  if (signal.aborted) return [];
  const cancel = () => void vitest.cancelCurrentRun('keyboard-input');
  signal.addEventListener('abort', cancel, { once: true });
  try {
    vitest.provide('conformance', handover);
    const specification = vitest.getRootProject().createSpecification(entry);
    await vitest.runTestSpecifications([specification]);
    return vitest.state.getUnhandledErrors().map(messageOf);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function create(
  { entry, reporter }: Hosted,
  createPoolWorker: () => Thread,
): Promise<{ vitest: Vitest; cacheDir: string }> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'patchwork-conformance-'));
  const endRefusing = refuseSignalListeners();
  // Loading it takes longer than all else that a run begins with, and begins after that.
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: dirname(entry),
      dir: dirname(entry),
      include: [entry],
      exclude: [],
      watch: false,
      cache: false,
      // What is built needs no transforming: Node loads it as it is, which takes a third of the time.
      server: { deps: { external: [/[\\/]dist[\\/]/] } },
      pool: { name: POOL, createPoolWorker },
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      maxConcurrency: 100_000,
      allowOnly: false,
      silent: true,
      // Tests have tags that nobody declares: the versions, the chapters and the levels.
      strictTags: false,
      reporters: [reporter],
    },
    { envDir: false, cacheDir, logLevel: 'silent' },
    // Silent or not, it hides the cursor of a terminal that it is given.
    { stdout: nowhere(), stderr: nowhere() },
  );
  endRefusing();
  return { vitest, cacheDir };
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/**
 * Vitest's own handlers of SIGINT and SIGTERM exit before any report is written; the command has its
 * own. Those that are added from now on are taken off at once, before a signal can come. Returns what
 * ends that.
 */
function refuseSignalListeners(): () => void {
  const refuse = (event: string | symbol, listener: (...args: unknown[]) => void) => {
    if (event !== 'SIGINT' && event !== 'SIGTERM') return;
    queueMicrotask(() => process.off(event, listener));
  };
  process.on('newListener', refuse);
  return () => process.off('newListener', refuse);
}

/** What a worker could not handle comes without its prototype, as plain data. */
function messageOf(error: unknown): string {
  const { stack, message }: JsonObject = isObject(error) ? error : {};
  return [stack, message].find((text) => typeof text === 'string') ?? shown(error);
}
