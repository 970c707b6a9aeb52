import type {} from 'vitest';
import type { Judgement } from '../check.js';
import type { Latency, Traffic } from '../client/traffic.js';
import type { ReportedPlan } from '../plan.js';
import type { FoundInstance } from '../preflight.js';
import type { Exchange, ReportedReads, ReportedScan, SeenField } from '../report.js';
import type { RunSettings } from '../settings.js';
import type { ReportedWrites } from '../writing/outcome.js';
import type { Watched } from './watchdog.js';

/** What Vitest's worker is given: plain data. */
export interface RunData {
  /** The build of the main thread. */
  build: string;
  settings: RunSettings;
  /** Whether all exchanges are returned, or only those that results refer to. */
  everyExchange: boolean;
  watched: Watched;
}

/** What the worker knows when everything is checked and restored: plain data. */
export interface RunEnd {
  fields: SeenField[];
  /** How long reads took. */
  latencies: Latency[];
  /** What was read, by role. */
  reads: ReportedReads[];
  traffic: Traffic;
  /** The scan of whole lists, if there was one. */
  scan?: ReportedScan;
  /** Why the run ended early, if it did so by itself. */
  endedBy?: string;
}

/**
 * What the worker tells during the run: the types of the annotations of the second test, which lasts as long as the
 * checks. Their messages: how far the scan has come, as JSON; that the journal was created; which check that writes has
 * begun; that what was written is being restored; for which run this one waits.
 */
export type Told = 'scan' | 'journal' | 'writing' | 'restoring' | 'waiting';

declare module 'vitest' {
  interface ProvidedContext {
    conformance: RunData;
  }

  interface TaskMeta {
    /** Of the first test: what the preflight found and what is planned, or why there is nothing to test. */
    found?: FoundInstance;
    planned?: ReportedPlan;
    cannotExamine?: string;
    /** Of a test: its result. */
    judgement?: Judgement;
    /** Of a test or the file: the exchanges since the last returned ones, if all are wanted. */
    exchanges?: Exchange[];
    /** Of the file: what was written, once it is restored. */
    writes?: ReportedWrites;
    /** Of the file. */
    end?: RunEnd;
  }
}
