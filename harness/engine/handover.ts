import type { Answer } from '../client/answer.js';
import type { Exchange, Traffic } from '../report.js';
import type { RequestsLeft } from '../request-limit.js';
import type { TargetSettings } from '../settings.js';
import type { Version } from '../version.js';
import type { WriteHandover } from '../writing/session.js';

/** What the command hands to the worker thread: plain data. */
export interface Handover {
  settings: TargetSettings;
  /** The versions that the instance offers; the last is the newest. */
  offered: Version[];
  /** What is to be judged: pairs of a requirement's id and a version. */
  wanted: [id: string, version: Version][];
  /** The URLs of modules whose requirements are judged beside the catalogue. */
  suites: readonly string[];
  /** What was read before the run began, so that it need not be asked again. */
  known: { answer: Answer; exchange: Exchange }[];
  /** The number of the first exchange, and the traffic of the phase before. */
  firstExchange: number;
  traffic: Traffic;
  /** How many requests may be sent, and what is said when they are; absent where there is no limit. */
  requests?: RequestsLeft;
  /** Whether all that was exchanged is to come back, or only what a finding points to. */
  everyExchange: boolean;
  /** Present in the phase that writes. */
  writing?: WriteHandover;
  /** On this channel the command says that the run is to stop. */
  stopChannel: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: Handover;
  }
}
