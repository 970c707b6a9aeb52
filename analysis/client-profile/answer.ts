import type { Version } from '../../specification/versions.js';
import type { Need } from './profile.js';

/**
 * What a report says of a need in a version.
 *
 * - `holds`: it is there.
 * - `broken`: it is not there, or not as the client needs it.
 * - `absent`: the specification does not have it in this version.
 * - `untold`: it was not judged in that run; the reason says why.
 * - `unexamined`: no requirement of the suite covers it.
 * - `unneeded`: the client does not need it in this version.
 */
export const NEED_STATES = [
  'holds',
  'broken',
  'absent',
  'untold',
  'unexamined',
  'unneeded',
] as const;

/** One of the states. */
export type NeedState = (typeof NEED_STATES)[number];

/** What a report says of one need in one version. */
export interface NeedAnswer {
  version: Version;
  state: NeedState;
  /** What it rests on: the reason, the first violation, or where it was seen. */
  why?: string;
}

/** The same without the version. */
export type Said = Omit<NeedAnswer, 'version'>;

/** A need, and what the report says of it, version by version. */
export interface AnsweredNeed extends Omit<Need, 'line'> {
  /** The line of the profile. */
  line: number;
  /** Ids of the requirements that the answers rest on. */
  requirements: string[];
  answers: NeedAnswer[];
}

/** Whether a version meets the needs: `met`, `not-met`, or `untold` where something could not be told. */
export type Meeting = 'met' | 'not-met' | 'untold';

/** What a report says of the needs of a client. */
export interface ClientAnswer {
  format: 'conformance-client/1';
  /** `met` if a version meets all of them, else `untold` if one may, else `not-met`. */
  verdict: Meeting;
  profile: { file: string; name: string; about?: string };
  report: {
    file: string;
    baseUrl: string;
    startedAt: string;
    tool: string;
    interrupted?: true;
  };
  /** The versions that the instance offers and the run has examined, in their order. */
  versions: {
    version: Version;
    meeting: Meeting;
    counts: Record<NeedState, number>;
  }[];
  /** The lowest and the highest version that meets all needs; absent where none does. */
  lowest?: Version;
  highest?: Version;
  /** The same, where what could not be told is left aside. */
  lowestUncontradicted?: Version;
  highestUncontradicted?: Version;
  needs: AnsweredNeed[];
}
