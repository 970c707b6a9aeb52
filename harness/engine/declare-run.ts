import { afterAll, describe, inject, type TaskMeta, test } from 'vitest';
import { isCurrent, REBUILT } from '../build-id.js';
import { CannotExamine } from '../cannot-examine.js';
import type { Judgement } from '../check.js';
import { Client } from '../client/client.js';
import { type KnownFields, phases } from '../phases.js';
import { type Catalogue, plan, reportedPlan } from '../plan.js';
import { findInstance, type Preflight } from '../preflight.js';
import type { RunSettings } from '../settings.js';
import type { Pair } from '../verdicts.js';
import type { ScanProgress } from '../whole-lists.js';
import { tellPulse } from './watchdog.js';
import type { RunEnd, Told } from './worker-data.js';

/** How often the progress of the scan is reported, in milliseconds. */
const PROGRESS_MS = 500;

/** A verdict that is awaited; undefined if the run ended without it. */
interface Awaited {
  judgement: Promise<Judgement | undefined>;
  settle(judgement: Judgement | undefined): void;
}

/**
 * Does everything that talks to the instance, in the one worker of Vitest: the preflight while tests are
 * collected, then one test for the run, and beside it one for each requirement and version, which awaits its verdict. To
 * be called once, by the file that the engine runs. Verdicts and evidence are in the meta of the
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
  const preflight = isCurrent(build) ? await preflightOf(client, given) : REBUILT;
  if (typeof preflight === 'string') {
    test('preflight', { meta: { cannotExamine: preflight } }, () => {});
    await client.close();
    endPulse();
    return;
  }
  const { found, settings } = preflight;
  const planned = plan(catalogueOf(settings.requirements), found, settings);
  const { wanted } = planned;
  const awaited = new Map(wanted.map((pair) => [pair, awaitedVerdict()]));
  let running: Promise<RunEnd> | undefined;
  const begin = (annotate: (message: string, type: Told) => Promise<unknown>) => {
    let told = 0;
    running = phases(client, found, wanted, settings, {
      knownFields,
      onJudgement: (pair, judgement) => awaited.get(pair)?.settle(judgement),
      onScan(progress: ScanProgress) {
        if (performance.now() - told < PROGRESS_MS) return;
        told = performance.now();
        void annotate(JSON.stringify(progress), 'scan');
      },
      onJournal: () => annotate('created', 'journal'),
      onWriting: (pair) => void annotate(nameOf(pair), 'writing'),
      onRestoring: () => void annotate('begun', 'restoring'),
      onRestored(writes) {
        fileMeta.writes = writes;
      },
      onWaiting: (line) => void annotate(line, 'waiting'),
    }).finally(() => {
      for (const { settle } of awaited.values()) settle(undefined);
    });
    return running;
  };

  let fileMeta: TaskMeta = {};
  const meta = { found, planned: reportedPlan(planned) };
  test('preflight', { meta }, ({ task }) => {
    fileMeta = task.file.meta;
  });
  describe('run', { concurrent: true }, () => {
    test('phases', async ({ annotate }) => void (await begin(annotate)));
    for (const [pair, { judgement: judged }] of awaited) {
      test(nameOf(pair), async ({ task }) => {
        const judgement = await judged;
        if (judgement === undefined) return;
        task.meta.judgement = judgement;
        if (everyExchange) task.meta.exchanges = client.records.take();
        const { verdict, reason, violations } = judgement.result;
        if (verdict === 'fail' || verdict === 'error') {
          throw new Error(violations[0]?.message ?? reason ?? verdict);
        }
      });
    }
  });

  afterAll(async () => {
    try {
      const end = await running;
      if (end !== undefined) fileMeta.end = end;
      if (everyExchange) fileMeta.exchanges = client.records.take();
    } finally {
      await client.close();
      endPulse();
    }
  });
}

function nameOf({ requirement, version }: Pair): string {
  return `${requirement.id} in ${version}`;
}

function awaitedVerdict(): Awaited {
  let settle: Awaited['settle'] = () => {};
  const judgement = new Promise<Judgement | undefined>((resolve) => {
    settle = resolve;
  });
  return { judgement, settle };
}

/** What the preflight found, or why there is nothing to test. */
async function preflightOf(
  client: Client,
  settings: RunSettings,
): Promise<Preflight<RunSettings> | string> {
  try {
    return await findInstance(client, settings);
  } catch (error) {
    if (error instanceof CannotExamine) return error.message;
    throw error;
  }
}
