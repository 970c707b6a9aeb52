import type {} from 'vitest';
import type { Version } from '../../specification/versions.js';
import type { Judgement } from '../check.js';
import type { Answer } from '../client/answer.js';
import type { Exchange, Latency, SeenField, Traffic } from '../report.js';
import type { RequestsLeft } from '../request-limit.js';
import type { Queries, TargetSettings } from '../settings.js';
import type { Level } from '../verdict.js';
import type { WriteConfig } from '../writing/session.js';

/** The configuration of one phase for Vitest's worker: plain data. */
export interface WorkerConfig {
  settings: TargetSettings;
  /** The versions that the instance offers; the last one is the newest. */
  offered: Version[];
  /** The versions under test, over which rotated requests are distributed. */
  examined: Version[];
  queries: Queries;
  /** The requirements to check, as pairs of id and version. */
  wanted: [id: string, version: Version][];
  /** The levels of a frozen set by id; undefined where those of the catalogue are used. */
  levels?: Record<string, Level>;
  /** Responses of the preflight, which are not requested again. */
  known: { answer: Answer; exchange: Exchange }[];
  /** The number of the first exchange, and the traffic of the phase before. */
  firstExchange: number;
  traffic: Traffic;
  /**
   * How many requests may be sent, and the reason to give when they are used up; undefined without
   * a limit.
   */
  requests?: RequestsLeft;
  /** Whether all exchanges are returned, or only those that results refer to. */
  everyExchange: boolean;
  /** Set in the write phase. */
  writing?: WriteConfig;
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: WorkerConfig;
  }

  interface TaskMeta {
    /** Of a test: its result. */
    judgement?: Judgement;
    /** Of a test or the file: the exchanges since the last returned ones, if all are wanted. */
    exchanges?: Exchange[];
    /** Of the file: the fields seen, and the traffic and latencies at the end. */
    fields?: SeenField[];
    traffic?: Traffic;
    latencies?: Latency[];
  }
}
