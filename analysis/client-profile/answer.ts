import type { Version } from '../../specification/versions.js';
import type { Need } from './profile.js';

/**
 * The state of a need in a version.
 *
 * - `holds`: met.
 * - `broken`: missing, or not as the client needs it.
 * - `absent`: not in this version of the specification.
 * - `undetermined`: not checked in that run; see the reason.
 * - `uncovered`: not covered by the suite.
 * - `unneeded`: not needed in this version.
 */
export const NEED_STATES = [
  'holds',
  'broken',
  'absent',
  'undetermined',
  'uncovered',
  'unneeded',
] as const;

/** One of the states. */
export type NeedState = (typeof NEED_STATES)[number];

/** The state of one need in one version. */
export interface NeedAnswer {
  version: Version;
  state: NeedState;
  /** The reason, the first violation, or where it was seen. */
  why?: string;
}

/** The same without the version. */
export type Said = Omit<NeedAnswer, 'version'>;

/** A need and its state in each version. */
export interface AnsweredNeed extends Omit<Need, 'line'> {
  /** The line of the profile. */
  line: number;
  /** Ids of the requirements that determine the state. */
  requirements: string[];
  answers: NeedAnswer[];
}

/** Whether a version meets the needs: `met`, `not-met`, or `undetermined` where a need was not tested. */
export type Meeting = 'met' | 'not-met' | 'undetermined';

/** The result for a client profile. */
export interface ClientAnswer {
  format: 'conformance-client/1';
  /** `met` if a version meets all of them, else `undetermined` if one may, else `not-met`. */
  verdict: Meeting;
  profile: { file: string; name: string; about?: string };
  report: {
    file: string;
    baseUrl: string;
    startedAt: string;
    tool: string;
    interrupted?: true;
  };
  /** The tested versions, in order. */
  versions: {
    version: Version;
    meeting: Meeting;
    counts: Record<NeedState, number>;
  }[];
  /** The lowest and highest version that meets all needs; absent if none does. */
  lowest?: Version;
  highest?: Version;
  /** The same, ignoring undetermined needs. */
  lowestUncontradicted?: Version;
  highestUncontradicted?: Version;
  needs: AnsweredNeed[];
}
