import { assembleReport, sum } from './assemble-report.js';
import type { Judgement } from './check.js';
import { Client } from './client/client.js';
import { Stopped, whyEnded } from './client/stopped.js';
import { Engine, type Phase } from './engine/engine.js';
import type { WorkerConfig } from './engine/worker-config.js';
import { everyExchange } from './every-exchange.js';
import type { Extension } from './extension.js';
import { type Plan, plan, wantedIn } from './plan.js';
import { type Found, findInstance } from './preflight.js';
import type { Exchange, Report, Traffic } from './report.js';
import { RequestLimit } from './request-limit.js';
import type { Group } from './requirement.js';
import { type RunSettings, targetOf, withoutRejected } from './settings.js';
import { inShard } from './shard.js';
import type { Level } from './verdict.js';
import type { WalkJudging } from './walk/judging.js';
import type { PlannedWalk } from './walk/phase.js';
import type { WalkProgress } from './walk/walk.js';
import { withoutDoubtful } from './writing/doubtful-results.js';
import type { ReportedWrites } from './writing/outcome.js';
import { JournalUnwritable, withRestoring } from './writing/phase.js';

/** The parts of a run besides its settings. */
export interface RunParts {
  groups: readonly Group[];
  /** What is checked beside the specification. */
  extensions: readonly Extension[];
  /** The approximate number of requests per group, to balance shards. */
  costs: Readonly<Record<string, number>>;
  /** Absolute path of the built file that declares these groups as Vitest tests. */
  entry: string;
  /** Whether all exchanges are returned, not only those that results refer to. */
  everyExchange: boolean;
  /** Called with the number of results, when the instance was found. */
  onPlan(total: number): void;
  /** Called with each test that starts: the requirement and the version. */
  onStart(test: string): void;
  onJudgement(judgement: Judgement): void;
  /** Loads the checks of the exhaustive scan. */
  walkJudging(): Promise<WalkJudging>;
  /** Called with the progress of the scan. */
  onWalk(progress: WalkProgress): void;
  /** Ends the run early; results so far are reported. */
  signal: AbortSignal;
}

/** The outcome of a run. */
export interface Outcome {
  report: Report;
  /** The exchanges; by default only those that results refer to. */
  exchanges: Exchange[];
}

const NO_TRAFFIC: Traffic = { requests: 0, bytes: 0, byMethod: {}, byStatus: {} };

const NOTHING: Phase = {
  judgements: [],
  fields: [],
  latencies: [],
  exchanges: [],
  errors: [],
};

/**
 * Tests an instance. Vitest loads during the preflight. Throws a CannotExamine if nothing can be
 * checked: the instance cannot be reached, or its API is disabled. Resolves to undefined if the
 * signal ended the run before that.
 */
export async function run(settings: RunSettings, parts: RunParts): Promise<Outcome | undefined> {
  const startedAt = new Date();
  const engine = new Engine(parts.entry, settings.concurrency, parts);
  try {
    const found = await findInstance(settings, parts.signal);
    const rejected = found.rejected.map(({ role }) => role);
    const accepted = rejected.length === 0 ? settings : withoutRejected(settings, rejected);
    return await new Run(accepted, parts, engine, found).outcome(startedAt);
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  } finally {
    await engine.close();
  }
}

/** The phases of a run in order: reads, exhaustive scan, writes. */
class Run {
  readonly #groups: readonly Group[];
  readonly #plan: Plan;
  readonly #limit: RequestLimit;
  /** The number of the first exchange after those of the preflight. */
  readonly #first: number;

  constructor(
    readonly settings: RunSettings,
    readonly parts: RunParts,
    readonly engine: Engine,
    readonly found: Found,
  ) {
    const { groups, extensions, costs } = parts;
    this.#groups = [...groups, ...extensions.flatMap((each) => each.groups)];
    const whole = plan(this.#groups, found.offered, settings, found.rejected);
    const { shard } = settings;
    const division = { groups: this.#groups, costs };
    this.#plan = shard === undefined ? whole : inShard(whole, shard, division);
    this.#limit = new RequestLimit(settings.maxRequests);
    this.#first = found.traffic.requests + 1;
  }

  async outcome(startedAt: Date): Promise<Outcome> {
    const { settings, parts, found } = this;
    const { signal } = parts;
    parts.onPlan(this.#plan.wanted.length);
    const walk = await this.#plannedWalk();

    const reading = await this.#phase(
      this.#configOf('reading', found.traffic.requests, NO_TRAFFIC),
    );
    const traffic = trafficOf(reading, NO_TRAFFIC);
    const sent = found.traffic.requests + traffic.requests;
    const { onWalk } = parts;
    const isOver = signal.aborted || reading.endedBy !== undefined;
    const walked = isOver
      ? undefined
      : await walk?.begin({ signal, ...this.#limit.after(sent), onProgress: onWalk });
    const walkTraffic = walked?.traffic ?? NO_TRAFFIC;
    const { writing, restoring, writes, exchanges } = await this.#write(
      this.#configOf('writing', sent + walkTraffic.requests, traffic),
      isOver,
    );

    const written = withoutDoubtful(writing.judgements, writes?.conflicts ?? []);
    const judgements = [...reading.judgements, ...written];
    const inTests = trafficOf(writing, traffic);
    const beside = sum(found.traffic, restoring);
    const rested = walked?.restOn({
      judgements,
      fields: reading.fields,
      requirements: this.#groups.flatMap((group) => group.requirements),
      // After the exchanges of the other phases.
      firstExchange: this.#first + beside.requests + inTests.requests,
    }) ?? { judgements, fields: reading.fields };
    const results = rested.judgements.map(({ result }) => result);
    const endedBy = signal.aborted
      ? whyEnded(signal)
      : (reading.endedBy ?? writing.endedBy ?? this.#limit.endedBy(results, walked?.reported.cut));
    const report = assembleReport({
      settings,
      groups: parts.groups,
      extensions: parts.extensions,
      offered: found.offered,
      unknown: found.unknown,
      planned: this.#plan,
      rejected: found.rejected,
      // Writes make an instance slower for a while: only the reading phase is measured.
      latencies: reading.latencies,
      ...rested,
      unhandled: [...reading.errors, ...writing.errors],
      interrupted: endedBy !== undefined,
      ...(endedBy === undefined ? {} : { endedBy }),
      startedAt,
      traffic: sum(sum(beside, walkTraffic), inTests),
      ...(walked === undefined ? {} : { walk: walked.reported }),
      ...(writes === undefined ? {} : { writes }),
    });
    const recorded = [found.exchanges, reading.exchanges, exchanges, writing.exchanges];
    return { report, exchanges: everyExchange(...recorded, report.exchanges) };
  }

  /** `sent` is the number of requests so far, `traffic` that of the read phase. */
  #configOf(phase: 'reading' | 'writing', sent: number, traffic: Traffic): WorkerConfig {
    const { known, offered } = this.found;
    const { seed, thorough, requirements } = this.settings;
    return {
      settings: targetOf(this.settings),
      offered,
      examined: this.#plan.examined.filter((version) => offered.includes(version)),
      queries: { seed, ...(thorough === undefined ? {} : { thorough }) },
      known,
      everyExchange: this.parts.everyExchange,
      ...(requirements === undefined ? {} : { levels: this.#levels() }),
      ...this.#limit.after(sent),
      wanted: wantedIn(phase, this.#plan.wanted, this.#groups),
      firstExchange: this.#first + traffic.requests,
      traffic,
    };
  }

  /** The worker has the requirements of the catalogue, not those of a frozen set. */
  #levels(): Record<string, Level> {
    const all = this.parts.groups.flatMap((group) => group.requirements);
    return Object.fromEntries(all.map(({ id, level }) => [id, level]));
  }

  async #phase(config: WorkerConfig): Promise<Phase> {
    const { signal } = this.parts;
    if (config.wanted.length === 0 || signal.aborted) return NOTHING;
    return this.engine.run(config, signal);
  }

  /** The write phase, and restoring after it, however it ended. */
  async #write(
    config: WorkerConfig,
    isOver: boolean,
  ): Promise<{
    writing: Phase;
    restoring: Traffic;
    exchanges: Exchange[];
    writes?: ReportedWrites;
  }> {
    const { settings, parts } = this;
    const { writes } = settings;
    if (writes === undefined || config.wanted.length === 0 || isOver || parts.signal.aborted) {
      return { writing: NOTHING, restoring: NO_TRAFFIC, exchanges: [] };
    }
    const client = new Client(settings, this.#first);
    try {
      const { result, reported } = await withRestoring(
        settings,
        writes,
        client,
        async (writing) => {
          const phase = await this.#phase({ ...config, writing });
          // The exchanges of restoring are numbered after those of the phase.
          client.numberFrom(this.#first + trafficOf(phase, config.traffic).requests);
          return phase;
        },
      );
      const exchanges = client.takeExchanges();
      return { writing: result, restoring: client.traffic, exchanges, writes: reported };
    } catch (error) {
      // The results of the read phase are reported anyway.
      if (!(error instanceof JournalUnwritable)) throw error;
      const writing = { ...NOTHING, endedBy: error.message };
      return { writing, restoring: NO_TRAFFIC, exchanges: [] };
    } finally {
      await client.close();
    }
  }

  /** Loads the modules of the scan only if needed. */
  async #plannedWalk(): Promise<PlannedWalk | undefined> {
    const { settings, parts, found } = this;
    if (settings.walk === undefined) return undefined;
    const [{ planWalk }, judging] = await Promise.all([
      import('./walk/phase.js'),
      parts.walkJudging(),
    ]);
    return planWalk(settings, settings.walk, judging, this.#plan, found.offered);
  }
}

/** The traffic at the end of a phase, as far as reported; `before` is that of earlier phases. */
function trafficOf({ traffic, judgements }: Phase, before: Traffic): Traffic {
  if (traffic !== undefined) return traffic;
  return judgements.reduce(
    (most, { traffic: each }) => (each.requests >= most.requests ? each : most),
    before,
  );
}
