import type { Handover } from './engine/handover.js';
import { type Plan, plan } from './plan.js';
import type { Found } from './preflight.js';
import { RequestLimit } from './request-limit.js';
import type { Chapter } from './requirement.js';
import { type RunSettings, targetOf } from './settings.js';
import { inShard } from './sharding/shard.js';
import type { Version } from './version.js';

/** All that a run is decided by before the instance has been looked at: plain data, for both threads. */
export interface Beginning {
  settings: RunSettings;
  /** About how many requests each chapter costs, by its name: what shards are balanced by. */
  costs: Readonly<Record<string, number>>;
  /** The URLs of modules whose requirements are judged beside the catalogue. */
  suites: readonly string[];
  /** Whether all that was exchanged is wanted, or only what a finding points to. */
  everyExchange: boolean;
  /** On this channel the command says that the run is to stop. */
  stopChannel: string;
}

/** What is planned of a run when the instance has been looked at, and what its first phase judges. */
export interface Planned {
  plan: Plan;
  reading: Handover;
}

/**
 * Plans a run of these chapters, those of the suites beside the catalogue included. It depends on
 * nothing else: the thread that judges plans for itself and begins, and the main thread, which is
 * loading Vitest at that time, comes to the same plan when it gets to it.
 */
export function planned(
  beginning: Beginning,
  chapters: readonly Chapter[],
  { offered, known, traffic }: Found,
): Planned {
  const { settings, costs, suites, everyExchange, stopChannel } = beginning;
  const all = plan(chapters, offered, settings);
  const own =
    settings.shard === undefined ? all : inShard(all, settings.shard, { chapters, costs });
  return {
    plan: own,
    reading: {
      settings: targetOf(settings),
      offered,
      known,
      everyExchange,
      suites,
      stopChannel,
      ...new RequestLimit(settings.maxRequests).after(traffic.requests),
      wanted: wantedIn('reading', own.wanted, chapters),
      firstExchange: known.length + 1,
      traffic: { requests: 0, bytes: 0, byMethod: {}, byStatus: {} },
    },
  };
}

/** What is to be judged in a phase: what writes comes after all that reads, so that they cannot meet. */
export function wantedIn(
  phase: 'reading' | 'writing',
  all: readonly [id: string, version: Version][],
  chapters: readonly Chapter[],
): [id: string, version: Version][] {
  const requirements = chapters.flatMap((chapter) => chapter.requirements);
  const writers = new Set(
    requirements.filter(({ needs }) => needs.includes('writes')).map(({ id }) => id),
  );
  return all.filter(([id]) => writers.has(id) === (phase === 'writing'));
}
