import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Reporter, TestModule, TestRunResult, Vitest } from 'vitest/node';
import { createVitest } from 'vitest/node';
import { shown } from '../expect.js';
import { isObject } from '../place.js';
import type { FromVitest, ToVitest } from './engine.js';
import type { WorkerConfig } from './worker-config.js';

// The thread that hosts Vitest; its tests run in a worker of Vitest's own `threads` pool. Vitest handles
// SIGINT and SIGTERM by ending the process, before a report is written or data restored. Signals reach
// the main thread only, so here it does no harm.

if (parentPort === null) throw new Error('vitest-thread.js is to be started as a thread');
await host(parentPort, workerData);

async function host(port: MessagePort, entry: string): Promise<void> {
  const send = (message: FromVitest) => port.postMessage(message);
  const cacheDir = await mkdtemp(join(tmpdir(), 'patchwork-conformance-'));
  const created = openVitest(entry, cacheDir, reporterTo(send));
  port.on('message', async (message: ToVitest) => {
    const vitest = await created;
    if ('run' in message) send(await runTests(vitest, entry, message.run));
    else if ('cancel' in message) await vitest.cancelCurrentRun('keyboard-input');
    else {
      await vitest.close();
      await rm(cacheDir, { recursive: true, force: true });
      port.close();
    }
  });
  await created;
}

/** Neither the user's configuration nor the current directory is read or written. */
function openVitest(entry: string, cacheDir: string, reporter: Reporter): Promise<Vitest> {
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
      // What is built needs no transforming: Node loads it as it is.
      server: { deps: { external: [/[\\/]dist[\\/]/] } },
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      // The client limits the requests under way; more tests than that are begun to keep it busy.
      maxConcurrency: 100,
      // A slow machine is no reason for a verdict: each request has its limit, and the run may have one.
      testTimeout: 0,
      hookTimeout: 0,
      allowOnly: false,
      silent: true,
      reporters: [reporter],
    },
    { envDir: false, cacheDir, logLevel: 'silent' },
    // Silent or not, it hides the cursor of a terminal that it is given.
    { stdout: nowhere(), stderr: nowhere() },
  );
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function reporterTo(send: (message: FromVitest) => void): Reporter {
  return {
    onTestCaseReady: ({ name }) => send({ started: name }),
    onTestCaseResult(test) {
      const { judgement, exchanges = [] } = test.meta();
      if (judgement !== undefined) send({ judgement, exchanges });
    },
  };
}

async function runTests(
  vitest: Vitest,
  entry: string,
  config: WorkerConfig,
): Promise<Extract<FromVitest, { ended: unknown }>> {
  vitest.provide('conformance', config);
  const specification = vitest.getRootProject().createSpecification(entry);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  const [module] = testModules;
  const { fields = [], exchanges = [], traffic } = module?.meta() ?? {};
  return {
    ended: {
      fields,
      exchanges,
      ...(traffic === undefined ? {} : { traffic }),
      errors: [...unhandledErrors.map(messageOf), ...testModules.flatMap(lossesOf)],
    },
  };
}

/** Why tests of a module have no verdict: errors of its hooks, or of the tests themselves. */
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

/** An error of a worker arrives without its prototype, as plain data. */
function messageOf(error: TestRunResult['unhandledErrors'][number]): string {
  if (!isObject(error)) return shown(error);
  const { stack, message, cause } = error;
  const text = [stack, message].find((each) => typeof each === 'string') ?? shown(error);
  return cause === undefined ? text : `${text}; caused by ${messageOf(cause)}`;
}
