import { afterAll, describe, inject, type TaskMeta, test } from 'vitest';
import { isCurrent, REBUILT } from '../build-id.js';
import { CannotExamine } from '../cannot-examine.js';
import type { Judgement } from '../check.js';
import { Client } from '../client/client.js';
import type { Catalogue } from '../plan.js';
import { type FoundInstance, findInstance } from '../preflight.js';
import { type RunSettings, withoutRejected } from '../settings.js';
import type { Pair } from '../verdicts.js';
import type { ScanProgress } from '../whole-lists.js';
import { type KnownFields, WorkerRun, type WriteHooks } from '../worker-run.js';
import { tellPulse } from './watchdog.js';
import { JOURNAL, SCAN_PROGRESS, WAITING } from './worker-data.js';

/** How often the progress of the scan is reported, in milliseconds. */
const PROGRESS_MS = 500;

/**
 * Does everything that talks to the instance, in the one worker of Vitest: the preflight while tests are
 * collected, then one test for each requirement and version (those that read, then those that write), and restoring in
 * the last hook. To be called once, by the file that the engine runs. Verdicts and evidence are in the meta of the
 * tests, see worker-data.ts. A test fails where its verdict is `fail` or `error`.
 *
 * From the first request on nothing is loaded from the build, so that a run goes on, and restores, whatever becomes of
 * the build.
 */
export async function declareRun(
  catalogueOf: (set: string | undefined) => Catalogue,
  knownFields: KnownFields,
): Promise<void> {
  const { build, settings: given, everyExchange, watched } = inject('conformance');
  const client = new Client(given);
  const endPulse = tellPulse(watched, client);
  const found = isCurrent(build) ? await foundBy(client, given) : REBUILT;
  if (typeof found === 'string') {
    test('preflight', { meta: { cannotExamine: found } }, () => {});
    await client.close();
    endPulse();
    return;
  }
  const settings = withoutRejected(given, found.rejected);
  client.signOut(found.rejected.map(({ role }) => role));
  const catalogue = catalogueOf(settings.requirements);
  const run = new WorkerRun(client, settings, found, catalogue, knownFields);
  let fileMeta: TaskMeta = {};
  test('preflight', { meta: { found } }, ({ task }) => {
    fileMeta = task.file.meta;
  });

  const declare = (
    pair: Pair,
    judged: (signal: AbortSignal, hooks: WriteHooks) => Promise<Judgement | undefined>,
  ) =>
    test(`${pair.requirement.id} in ${pair.version}`, async ({ task, signal, annotate }) => {
      signal.addEventListener('abort', () => client.stop(), { once: true });
      const judgement = await judged(signal, {
        onJournal: () => annotate('created', JOURNAL),
        onWaiting: (line) => void annotate(line, WAITING),
      });
      // What was ended early has no result; the main thread knows the reason.
      if (judgement === undefined || signal.aborted) return;
      task.meta.judgement = judgement;
      if (everyExchange) task.meta.exchanges = client.records.take();
      const { verdict, reason, violations } = judgement.result;
      if (verdict === 'fail' || verdict === 'error') {
        throw new Error(violations[0]?.message ?? reason ?? verdict);
      }
    });

  describe('reading', { concurrent: true }, () => {
    for (const pair of run.reading) {
      declare(pair, (signal) => Promise.race([run.read(pair), aborted(signal)]));
    }
    if (settings.scan === undefined) return;
    // Beside the checks that scan whole lists, for as long as they last.
    test('scan of whole lists', async ({ annotate, signal }) => {
      let told = 0;
      const tell = (progress: ScanProgress) => {
        if (performance.now() - told < PROGRESS_MS) return;
        told = performance.now();
        void annotate(JSON.stringify(progress), SCAN_PROGRESS);
      };
      await Promise.race([run.watchScan(tell), aborted(signal)]);
    });
  });
  describe('writing', () => {
    // A write that was sent is awaited, so that it can be restored.
    for (const pair of run.writing) declare(pair, (_, hooks) => run.write(pair, hooks));
  });

  afterAll(async () => {
    const writes = await run.restore();
    if (writes !== undefined) fileMeta.writes = writes;
    fileMeta.end = await run.end();
    if (everyExchange) fileMeta.exchanges = client.records.take();
    await client.close();
    endPulse();
  });
}

/** What the preflight found, or why there is nothing to test. */
async function foundBy(client: Client, settings: RunSettings): Promise<FoundInstance | string> {
  try {
    return await findInstance(client, settings);
  } catch (error) {
    if (error instanceof CannotExamine) return error.message;
    throw error;
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
