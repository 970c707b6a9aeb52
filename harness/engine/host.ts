import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { createVitest, type Reporter } from 'vitest/node';
import { whyEnded } from '../client/transport-error.js';
import { shown } from '../expect.js';
import { isObject, type JsonObject } from '../place.js';
import type { Handover } from './handover.js';
import { openStopChannel } from './stop-channel.js';

/** How long one judgement may take, in milliseconds; each request has its own, shorter limit. */
const JUDGEMENT_LIMIT_MS = 600_000;

/**
 * Short-lived objects of the worker take at most 8 MB twice: an instance whose answers are ten times
 * as long as others then takes 45 MB less, at no cost of time.
 */
const SMALL_NURSERY = '--max-semi-space-size=8';

/** What is to be hosted. */
export interface Hosted {
  /** Absolute path of the built file that calls `runInWorker`. */
  entry: string;
  handover: Omit<Handover, 'stopChannel'>;
  tags: readonly string[];
  reporter: Reporter;
  /** Ends the run early when aborted; what was judged until then is kept. */
  signal: AbortSignal;
}

/**
 * Runs the entry in Vitest: one worker thread, no isolation, concurrent tests. Neither the user's
 * configuration nor the current directory is read or written. Returns what went wrong outside of
 * any test, in words.
 */
export async function host({ entry, handover, tags, reporter, signal }: Hosted): Promise<string[]> {
  setFlagsFromString(SMALL_NURSERY);
  const cacheDir = await mkdtemp(join(tmpdir(), 'patchwork-conformance-'));
  const channel = openStopChannel();
  const takeOffNewListeners = watchSignalListeners();
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
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      maxConcurrency: 100_000,
      // What writes takes as long as the values that the user wants; a test that went on after its time
      // would write while the next one does.
      testTimeout: handover.writing === undefined ? JUDGEMENT_LIMIT_MS : 0,
      allowOnly: false,
      silent: true,
      tags: tags.map((name) => ({ name })),
      provide: { conformance: { ...handover, stopChannel: channel.name } },
      reporters: [reporter],
    },
    { envDir: false, cacheDir, logLevel: 'silent' },
    // Silent or not, it hides the cursor of a terminal that it is given.
    { stdout: nowhere(), stderr: nowhere() },
  );
  takeOffNewListeners();
  const cancel = () => {
    channel.stop(whyEnded(signal));
    void vitest.cancelCurrentRun('keyboard-input');
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await vitest.standalone();
    const specification = vitest.getRootProject().createSpecification(entry);
    if (signal.aborted) return [];
    await vitest.runTestSpecifications([specification]);
    return vitest.state.getUnhandledErrors().map(messageOf);
  } finally {
    signal.removeEventListener('abort', cancel);
    channel.close();
    await vitest.close();
    await rm(cacheDir, { recursive: true, force: true });
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/**
 * Vitest's own handlers of SIGINT and SIGTERM exit before any report is written; the command has
 * its own. Returns what takes off those that were added since.
 */
function watchSignalListeners(): () => void {
  const interrupt = new Set(process.listeners('SIGINT'));
  const terminate = new Set(process.listeners('SIGTERM'));
  return () => {
    for (const listener of process.listeners('SIGINT')) {
      if (!interrupt.has(listener)) process.off('SIGINT', listener);
    }
    for (const listener of process.listeners('SIGTERM')) {
      if (!terminate.has(listener)) process.off('SIGTERM', listener);
    }
  };
}

/** What a worker could not handle comes without its prototype, as plain data. */
function messageOf(error: unknown): string {
  const { stack, message }: JsonObject = isObject(error) ? error : {};
  return [stack, message].find((text) => typeof text === 'string') ?? shown(error);
}
