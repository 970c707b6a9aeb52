import type { Version } from '../../specification/versions.js';
import type { ReportedRun } from '../comparison/side.js';
import type { Need } from './profile.js';

/** The answers for a need, a version or a client, the best first: whether it works. */
export const ANSWERS = ['yes', 'degraded', 'untested', 'unknown', 'no'] as const;

/**
 * `no` if a need is not met; else `unknown` if the run could not tell of one; else `untested` if all that was
 * tested holds, and the rest needs credentials or `--allow-writes`; else `degraded` if it works, but for what a
 * need says of itself.
 */
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

/** An answer and its reason. */
export interface NamedAnswer {
  answer: Answer;
  why: string;
}

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
  /** The best answer for a version that it uses. */
  verdict: Answer;
  /** What the verdict rests on, where the client uses no version that was tested. */
  why?: string;
  /** What the run got in place of some responses, in all versions, if the client sends no request again for it. */
  interrupted?: NamedAnswer;
  /** The tested versions, in order; `unused` where the client does not use it. */
  versions: { version: Version; answer: Answer | 'unused' }[];
  needs: AnsweredNeed[];
}

/** Whether some clients work with the instance of a report: `conformance client`. */
export interface ClientAnswers {
  format: 'conformance-clients/1';
  /** The worst answer for a client. */
  verdict: Answer;
  report: ReportedRun;
  /** The tested versions, in order. */
  versions: Version[];
  clients: ClientAnswer[];
  /** The clients that need what a sentence of the specification excludes: an instance cannot keep both. */
  excluded: { sentence: string; requirement: string; clients: string[] }[];
}
