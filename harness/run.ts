import type { Reporter } from 'vitest/node';
import { assembleReport, latestTraffic, sum } from './assemble-report.js';
import { whyEnded } from './client/transport-error.js';
import type { Handover } from './engine/handover.js';
import { type Engine, openEngine } from './engine/host.js';
import { openStopChannel } from './engine/stop-channel.js';
import type { Judged, Thread } from './engine/thread.js';
import type { Extension } from './extension/extension.js';
import type { Judgement } from './judgement.js';
import type { Plan } from './plan.js';
import type { Found } from './preflight.js';
import { type Beginning, planned, wantedIn } from './reading-phase.js';
import type { Exchange, Report, SeenField, Traffic } from './report.js';
import { RequestLimit } from './request-limit.js';
import type { Chapter } from './requirement.js';
import type { RunSettings } from './settings.js';
import type { Version } from './version.js';
import type { WalkJudging } from './walk/judging.js';
import type { PlannedWalk } from './walk/phase.js';
import type { WalkProgress } from './walk/walk.js';
import type { ReportedWrites } from './writing/outcome.js';
import { withRestoring } from './writing/phase.js';

/** Takes in the judgements as Vitest reports them, and at the end the fields that were seen. */
export interface Collector extends Reporter {
  readonly judgements: Judgement[];
  readonly fields: SeenField[];
  /** What was exchanged, where all of it is wanted. */
  readonly exchanges: Exchange[];
  /** Takes in what was exchanged elsewhere. */
  addExchanges(exchanges: readonly Exchange[]): void;
}

/** What a run needs besides its settings. */
export interface RunParts {
  /** The thread that judges; best made long before, while there is something else to do. */
  thread: Thread;
  /** Makes the thread of a second phase. */
  furtherThread(): Thread;
  chapters: readonly Chapter[];
  /** What is judged beside the specification. */
  extensions?: readonly Extension[];
  /** About how many requests each chapter costs, by its name: what shards are balanced by. */
  costs: Readonly<Record<string, number>>;
  /** Absolute path of the built file that runs these chapters in the worker. */
  entry: string;
  collector: Collector;
  /** Whether the collector is to have every exchange, and not only those that a finding points to. */
  everyExchange: boolean;
  /** Told how many judgements there will be, and what the preflight found. */
  onPlan(total: number, offered: readonly Version[]): void;
  /** Told of each judgement at once, before Vitest reports it. */
  onJudged(judged: Judged): void;
  /** Loads what a walk over whole lists judges by. */
  walkJudging(): Promise<WalkJudging>;
  /** Told how far such a walk has come. */
  onWalk(progress: WalkProgress): void;
  /** Ends the run early; what was judged until then is reported. */
  signal: AbortSignal;
}

/**
 * Examines an instance and returns the report. Vitest is loaded in this thread while the other looks
 * at the instance and begins to judge it. Throws a CannotExamine if nothing can be judged: the instance
 * cannot be reached, or its API is switched off; and a Stopped if it was ended before that was known.
 */
export async function run(settings: RunSettings, parts: RunParts): Promise<Report> {
  const startedAt = new Date();
  const { entry, thread, costs, everyExchange, collector, signal, extensions = [] } = parts;
  const channel = openStopChannel();
  const stop = () => channel.stop(whyEnded(signal));
  signal.addEventListener('abort', stop, { once: true });
  const furtherThread = () => told(parts.furtherThread(), parts);
  const suites = extensions.map(({ href }) => href);
  const beginning = { settings, costs, suites, everyExchange, stopChannel: channel.name };
  const looking = told(thread, parts).begin(beginning, signal);
  const engine = openEngine({ entry, thread, furtherThread, reporter: collector });
  try {
    const found = await looking;
    return await judgedBy(engine, found, beginning, parts, startedAt);
  } finally {
    signal.removeEventListener('abort', stop);
    channel.close();
    await engine.close();
  }
}

function told(thread: Thread, { onJudged }: RunParts): Thread {
  thread.onJudged(onJudged);
  return thread;
}

async function judgedBy(
  engine: Engine,
  found: Found,
  beginning: Beginning,
  parts: RunParts,
  startedAt: Date,
): Promise<Report> {
  const { settings } = beginning;
  const { collector, signal, extensions = [] } = parts;
  const chapters = [...parts.chapters, ...extensions.flatMap((each) => each.chapters)];
  const { offered, known } = found;
  const { plan, reading } = planned(beginning, chapters, found);
  // The other thread is judging already, and what it tells is counted from here.
  parts.onPlan(plan.wanted.length, offered);
  const walk = await plannedWalk(settings, parts, plan, offered);
  const limit = new RequestLimit(settings.maxRequests);

  const judge = async (handover: Handover) =>
    handover.wanted.length === 0 ? [] : engine.run(handover, signal);

  const none: Traffic = { requests: 0, bytes: 0, byMethod: {}, byStatus: {} };
  const first = known.length + 1;
  const unhandled = [...(await judge(reading))];
  const sentBefore = found.traffic.requests + latestTraffic(collector.judgements).requests;
  const walked = signal.aborted
    ? undefined
    : await walk?.begin({ signal, ...limit.after(sentBefore), onProgress: parts.onWalk });
  const walkTraffic = walked?.traffic ?? none;
  let trafficBefore = found.traffic;
  let writes: ReportedWrites | undefined;
  const writing = wantedIn('writing', plan.wanted, chapters);
  if (settings.writes !== undefined && writing.length > 0 && !signal.aborted) {
    const traffic = latestTraffic(collector.judgements);
    const firstExchange = first + traffic.requests;
    // What only reads needs no client in this thread.
    const { Client } = await import('./client/client.js');
    const client = new Client(settings, first, found.traffic);
    try {
      const restored = await withRestoring(settings, settings.writes, client, async (handover) => {
        const phase = {
          ...reading,
          ...limit.after(sentBefore + walkTraffic.requests),
          wanted: writing,
          firstExchange,
          traffic,
          writing: handover,
        };
        const wrong = await judge(phase);
        // Restoring comes after all that, and what it exchanges is numbered so.
        client.numberFrom(first + latestTraffic(collector.judgements).requests);
        return wrong;
      });
      unhandled.push(...restored.result);
      writes = restored.reported;
    } finally {
      trafficBefore = client.traffic;
      collector.addExchanges(client.takeExchanges());
      await client.close();
    }
  }

  const { judgements, fields } = collector;
  const rested = walked?.restOn({
    judgements,
    fields,
    requirements: chapters.flatMap((chapter) => chapter.requirements),
    // Behind all that the other phases have numbered.
    firstExchange: first + trafficBefore.requests + latestTraffic(judgements).requests,
  }) ?? { judgements, fields };
  const results = rested.judgements.map(({ result }) => result);
  const endedBy = signal.aborted ? whyEnded(signal) : limit.endedBy(results, walked?.reported.cut);
  return assembleReport({
    settings,
    chapters: parts.chapters,
    extensions,
    offered,
    planned: plan,
    ...rested,
    unhandled,
    interrupted: endedBy !== undefined,
    ...(endedBy === undefined ? {} : { endedBy }),
    startedAt,
    trafficBefore: sum(trafficBefore, walkTraffic),
    ...(walked === undefined ? {} : { walk: walked.reported }),
    ...(writes === undefined ? {} : { writes }),
  });
}

/** What only a walk needs is loaded for a walk only. */
async function plannedWalk(
  settings: RunSettings,
  { walkJudging }: RunParts,
  planned: Plan,
  offered: readonly Version[],
): Promise<PlannedWalk | undefined> {
  if (settings.walk === undefined) return undefined;
  const [{ planWalk }, judging] = await Promise.all([import('./walk/phase.js'), walkJudging()]);
  return planWalk(settings, settings.walk, judging, planned, offered);
}
