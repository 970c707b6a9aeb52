import type {} from 'vitest';
import type { Version } from '../../specification/versions.js';
import type { Answer } from '../client/answer.js';
import type { Judgement } from '../judgement.js';
import type { Exchange, SeenField, Traffic } from '../report.js';
import type { RequestsLeft } from '../request-limit.js';
import type { Queries, TargetSettings } from '../settings.js';
import type { WriteConfig } from '../writing/session.js';

/** What one phase of a run needs to know in Vitest's worker: plain data. */
export interface WorkerConfig {
  settings: TargetSettings;
  /** The versions that the instance offers; the last is the newest. */
  offered: Version[];
  /** Those of them that are examined: what is asked in turns is shared out over these. */
  examined: Version[];
  queries: Queries;
  /** What is to be checked: pairs of a requirement's id and a version. */
  wanted: [id: string, version: Version][];
  /** The URLs of modules whose requirements are checked beside the catalogue. */
  suites: readonly string[];
  /** What was read before this phase, so that it is not requested again. */
  known: { answer: Answer; exchange: Exchange }[];
  /** The number of the first exchange, and the traffic of the phase before. */
  firstExchange: number;
  traffic: Traffic;
  /** How many requests may be sent, and the message when they are used up; absent without a limit. */
  requests?: RequestsLeft;
  /** Whether every exchange is returned, or only those that a result refers to. */
  everyExchange: boolean;
  /** Present in the phase that writes. */
  writing?: WriteConfig;
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: WorkerConfig;
  }

  interface TaskMeta {
    /** Of a test: what came of its requirement in its version. */
    judgement?: Judgement;
    /** Of a test or of the file: the exchanges since the last that were returned, if all are wanted. */
    exchanges?: Exchange[];
    /** Of the file: the fields that the run has seen, and its traffic at the end. */
    fields?: SeenField[];
    traffic?: Traffic;
  }
}
