import { rm } from 'node:fs/promises';
import type { Reporter, TestModule, TestRunResult, Vitest } from 'vitest/node';
import { VERSIONS } from '../../specification/versions.js';
import type { Judgement } from '../check.js';
import { whyEnded } from '../client/stopped.js';
import { shown } from '../expect.js';
import { isObject } from '../place.js';
import type { ReportedPlan } from '../plan.js';
import type { FoundInstance } from '../preflight.js';
import type { Exchange } from '../report.js';
import type { RunSettings } from '../settings.js';
import { journalOf } from '../stored-journal.js';
import { temporaryFolder } from '../temporary-folder.js';
import type { ScanProgress } from '../whole-lists.js';
import type { ReportedWrites } from '../writing/outcome.js';
import { limitHeap, openVitest } from './vitest.js';
import { Watchdog } from './watchdog.js';
import type { RunData, RunEnd, Told } from './worker-data.js';

/** How many of the tests that wait are named. */
const MOST_NAMED = 8;

/** How long a worker may continue after its run was ended, in milliseconds. */
const MOST_PATIENCE_MS = 2000;

/** The states of tests that the worker has brought to an end. */
const ENDED: readonly string[] = ['passed', 'failed', 'skipped'];

/** What came back from the worker. */
export interface Ran {
  /** What the preflight found, and what was planned; or why there is nothing to test; neither if the worker did not get so far. */
  found?: FoundInstance;
  planned?: ReportedPlan;
  cannotExamine?: string;
  judgements: Judgement[];
  /** The exchanges, if all are wanted. */
  exchanges: Exchange[];
  /** Undefined if nothing was written, or if the worker died before it was restored. */
  writes?: ReportedWrites;
  /** Undefined if the worker died, or if its last hook failed. */
  end?: RunEnd;
  /** Whether the worker died, by itself or because it went on after its run was ended. */
  isDead: boolean;
  /** Errors outside of any check. */
  errors: string[];
  isOutOfMemory: boolean;
  /** Set if it was ended because it stood still: a sentence that names what it waited for. */
  standstill?: string;
}

/** Receives the progress of a run. */
export interface RunListener {
  /** The instance was found, and so many results are planned. */
  onPlan(total: number): void;
  /** A check that writes started; its name is the requirement and the version. */
  onStart(test: string): void;
  onJudgement(judgement: Judgement): void;
  /** The whole-instance scan has come so far. */
  onScan(progress: ScanProgress): void;
  /** The journal was created, and the first write is not sent before this returns. */
  onJournal(): void;
  /** What a user should know at once: for which other run this one waits, or that it was ended. */
  onNotice(sentence: string): void;
}

/**
 * Runs Vitest with one worker of its `threads` pool, in this thread. `entry` is the absolute path of the
 * built file that calls `declareRun`. The signal ends the run early, and so does a standstill; what was found so far is
 * returned.
 */
export async function runWorker(
  entry: string,
  data: RunData,
  listener: RunListener,
  signal: AbortSignal,
): Promise<Ran> {
  const { exitCode } = process;
  const cacheDir = await temporaryFolder('patchwork-conformance-');
  const deaths = watchDeaths();
  const results = new Map<string, Judgement>();
  const ran: Ran = {
    judgements: [],
    exchanges: [],
    errors: [],
    isDead: true,
    isOutOfMemory: false,
  };
  let isRestoring = false;
  /** What has no result: all of it, and the check that writes. */
  const left = new Set<string>();
  const begun = new Set<string>();
  let vitest: Vitest | undefined;
  const watchdog = new Watchdog(data.watched, () => {
    const waiting = begun.size > 0 ? begun : left;
    ran.standstill = standstill([...waiting], data.watched.standstillMs);
    listener.onNotice(ran.standstill);
    if (vitest !== undefined) terminate(vitest);
  });
  const told: Record<Told, (message: string) => void> = {
    scan: (message) => listener.onScan(JSON.parse(message) as ScanProgress),
    journal: () => listener.onJournal(),
    writing(message) {
      watchdog.note();
      begun.add(message);
      listener.onStart(message);
    },
    restoring() {
      isRestoring = true;
    },
    waiting: (message) => listener.onNotice(message),
  };
  const reporter: Reporter = {
    onTestModuleCollected(module) {
      // The worker has started.
      limitHeap(false);
      const [first] = module.children.allTests();
      const { found, planned, cannotExamine } = first?.meta() ?? {};
      if (cannotExamine !== undefined) ran.cannotExamine = cannotExamine;
      if (found === undefined || planned === undefined) return;
      for (const { requirement, version } of planned.wanted)
        left.add(`${requirement} in ${version}`);
      ran.found = found;
      ran.planned = planned;
      listener.onPlan(planned.wanted.length);
    },
    onTestCaseAnnotate(_test, { type, message }) {
      told[type as Told](message);
    },
    onTestCaseResult(test) {
      watchdog.note();
      left.delete(test.name);
      begun.delete(test.name);
      const { judgement, exchanges = [] } = test.meta();
      ran.exchanges.push(...exchanges);
      if (judgement === undefined) return;
      results.set(`${judgement.result.requirement} ${judgement.result.version}`, judgement);
      listener.onJudgement(judgement);
    },
  };
  let stopCancelling = () => {};
  try {
    vitest = await openVitest(entry, cacheDir, reporter);
    vitest.provide('conformance', data);
    stopCancelling = endWhen(signal, vitest, watchdog, data.settings, () => isRestoring);
    limitHeap(true);
    const specification = vitest.getRootProject().createSpecification(entry);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
    const [module] = testModules;
    const { writes, end, exchanges = [] } = module?.meta() ?? {};
    ran.isDead = module === undefined || !ENDED.includes(module.state());
    if (writes !== undefined) ran.writes = writes;
    if (end !== undefined) ran.end = end;
    ran.exchanges.push(...exchanges);
    ran.isOutOfMemory = unhandledErrors.some(isOutOfMemory);
    ran.errors.push(...unhandledErrors.map(messageOf), ...testModules.flatMap(lossesOf));
  } finally {
    limitHeap(false);
    stopCancelling();
    watchdog.stop();
    await vitest?.close();
    await rm(cacheDir, { recursive: true, force: true });
    const died = deaths();
    ran.isOutOfMemory ||= died.some(isOutOfMemory);
    ran.errors.push(...died.map(messageOf));
    // Vitest sets it where a test failed.
    process.exitCode = exitCode;
  }
  return { ...ran, judgements: [...results.values()] };
}

/**
 * Stops the worker's client when the signal is aborted. If the worker goes on, it is terminated, unless it restores data.
 * Returns a function that removes the listener.
 */
function endWhen(
  signal: AbortSignal,
  vitest: Vitest,
  watchdog: Watchdog,
  { writes, timeoutMs }: RunSettings,
  isRestoring: () => boolean,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    watchdog.stopWorker(whyEnded(signal));
    // The response to a write that was sent is awaited.
    const answerMs = journalOf(writes) === undefined ? 0 : timeoutMs;
    timer = setTimeout(() => {
      if (!isRestoring()) terminate(vitest);
    }, MOST_PATIENCE_MS + answerMs);
  };
  if (signal.aborted) setImmediate(onAbort);
  else signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  };
}

/** Terminates the worker, which may be in an endless loop: Vitest does so when a run is cancelled twice. */
function terminate(vitest: Vitest): void {
  for (const _ of [1, 2]) void vitest.cancelCurrentRun('keyboard-input');
}

/** Why a run that stood still was ended, with the tests that had no result, those of the oldest version first. */
function standstill(waiting: readonly string[], ms: number): string {
  const known = VERSIONS.flatMap((version) =>
    waiting.filter((name) => name.endsWith(` in ${version}`)),
  );
  const more = known.length > MOST_NAMED ? [`${known.length - MOST_NAMED} more`] : [];
  const names = [...known.slice(0, MOST_NAMED), ...more].join(', ');
  const meanwhile = names === '' ? '' : ` while these waited: ${names}`;
  return `nothing happened for ${ms / 1000} s${meanwhile} (a bug in the test suite, please report it), so the run was ended`;
}

/**
 * Takes exceptions that nobody catches, so that they do not end the process in the middle of a run: Vitest
 * throws the error of a dead worker as one, and a rejection that nobody handles becomes one. Returns a
 * function that ends this and returns them.
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
