import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { createVitest, type Reporter, type Vite, type Vitest } from 'vitest/node';

/** More than there are tests that read: they wait for verdicts, which are reached a few at a time. */
const ALL_AT_ONCE = 100_000;

/** Opens Vitest. Neither the user's configuration nor the current directory is read or written. */
export function openVitest(entry: string, cacheDir: string, reporter: Reporter): Promise<Vitest> {
  return harmless(() =>
    createVitest(
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
        maxConcurrency: ALL_AT_ONCE,
        // No timeout for tests: requests have a limit, and the run may have one.
        testTimeout: 0,
        hookTimeout: 0,
        allowOnly: false,
        silent: true,
        reporters: [reporter],
      },
      // Without `css` a PostCSS configuration of any folder above is looked for, and run.
      {
        envDir: false,
        css: { postcss: {} },
        cacheDir,
        logLevel: 'silent',
        plugins: [imported(entry)],
      },
      // Vitest hides the cursor of a terminal even if silent.
      { stdout: nowhere(), stderr: nowhere() },
    ),
  );
}

/** Vitest imports the path of the entry as a URL, in which `#`, `?` and `%` of a folder's name mean something else. */
function imported(entry: string): Vite.Plugin {
  return {
    name: 'entry',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? pathToFileURL(entry).pathname : undefined),
  };
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** What Vitest puts on the process ends it, before a report is written and data is restored. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'exit', 'unhandledRejection'] as const;

/**
 * Creates something, and takes off the handlers that were put on the process meanwhile, and variables that
 * were added to its environment: the process may be that of a program.
 */
async function harmless<T>(create: () => Promise<T>): Promise<T> {
  const environment = new Set(Object.keys(process.env));
  // In the same turn: a signal that comes meanwhile must not meet them.
  const takeOff = (event: string | symbol, listener: (...args: unknown[]) => void) => {
    if (ENDINGS.some((each) => each === event)) {
      process.nextTick(() => process.off(event as 'exit', listener));
    }
  };
  process.on('newListener', takeOff);
  try {
    return await create();
  } finally {
    process.off('newListener', takeOff);
    for (const name of Object.keys(process.env)) {
      if (!environment.has(name)) delete process.env[name];
    }
  }
}

/** The memory limit for a worker, in MB: three times the need for a conforming instance. */
const MOST_MB = 200;

/** The limit for the young generation of the heap, in MB: responses outlive it, so that more only raises the peak. */
const MOST_MB_YOUNG = 2;

/**
 * Limits the memory of threads started from now on; without `isLimited` they get the usual limit again. Vitest
 * sets no limit for its worker, and Node collects garbage later the more memory there is.
 */
export function limitHeap(isLimited: boolean): void {
  setFlagsFromString(`--max-old-space-size=${isLimited ? MOST_MB : 0}`);
  setFlagsFromString(`--max-semi-space-size=${isLimited ? MOST_MB_YOUNG : 0}`);
}
