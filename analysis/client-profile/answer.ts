import type { Version } from '../../specification/versions.js';
import type { ReportedRun } from '../comparison/side.js';
import type { Need } from './profile.js';

/** The answers for a version, or for a client: whether it works. */
export const ANSWERS = ['yes', 'no', 'unknown'] as const;

/** `no` if a need is not met; otherwise `unknown` if a need was not tested. */
export type Answer = (typeof ANSWERS)[number];

/** The state of one need in one version. */
export interface NeedAnswer {
  version: Version;
  /** `unneeded`: the client needs it in later versions only, or does not use this version. */
  answer: Answer | 'unneeded';
  /** The violation, what is missing to tell, or where it was seen. */
  why?: string;
}

/** The same without the version. */
export type Said = Omit<NeedAnswer, 'version'>;

/** A need and whether it is met in each version. */
export interface AnsweredNeed extends Omit<Need, 'line'> {
  /** The line of the profile. */
  line: number;
  /** Ids of the requirements that determine the answer. */
  requirements: string[];
  answers: NeedAnswer[];
}

/** Whether a client works with the instance of a report. */
export interface ClientAnswer {
  profile: { file: string; name: string; about?: string; versions?: Version[] | 'latest' };
  /** `yes` if it works in a version that it uses, else `unknown` if it may, else `no`. */
  verdict: Answer;
  /** Why there is no answer for any version that it uses. */
  why?: string;
  /** The tested versions, in order; `unused` where the client does not use it. */
  versions: { version: Version; answer: Answer | 'unused' }[];
  needs: AnsweredNeed[];
}

/** Whether some clients work with the instance of a report: `conformance client`. */
export interface ClientAnswers {
  format: 'conformance-clients/1';
  /** `no` if a client does not work, else `unknown` if one may not, else `yes`. */
  verdict: Answer;
  report: ReportedRun;
  /** The tested versions, in order. */
  versions: Version[];
  clients: ClientAnswer[];
}
