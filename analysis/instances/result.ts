import type { Target } from '../../harness/target.js';
import type { Tool } from '../../harness/tool.js';
import type { Version } from '../../specification/versions.js';

/** What a difference is about: where equally many clients use it, the first is the most serious. */
export const KINDS = [
  'status',
  'missing field',
  'type',
  'rows',
  'value',
  'body',
  'header',
  'order',
  'link',
  'added field',
  'latency',
] as const;

/** One of them. */
export type Kind = (typeof KINDS)[number];

/** Kinds that no client is known to break on: they do not change the exit status. */
export const NOTICES: readonly Kind[] = ['added field', 'latency'];

/** Two values that differ. */
interface Differing {
  /** Where in the answer: `status`, `Link`, a JSON pointer. */
  where: string;
  old: string;
  new: string;
}

/** The first request that showed a difference. */
export interface Example extends Differing {
  /** As sent to OLD_URL: `GET /api/1.2/patches/?state=new`. */
  request: string;
  /** As sent to NEW_URL, if its ids differ. */
  requestToNew?: string;
  /** The role that sent it. */
  role: string;
}

/** One difference between the instances, however many requests show it. */
export interface Difference {
  kind: Kind;
  /** `GET /patches/`, below the version. */
  endpoints: string[];
  /** `cover.date`, `?submitter`, `Link next`; several if the same happens in several places. */
  places: string[];
  /** Versions of the API; `none` for URLs without one. */
  versions: (Version | 'none')[];
  /** How many requests show it. */
  requests: number;
  /** Names of the client profiles that use it. */
  clients: string[];
  example: Example;
}

/** One of the two instances. */
export interface ComparedInstance extends Target {
  versionsOffered: Version[];
  requests: number;
  /** The median of the times of its endpoints, in milliseconds. */
  medianMs: number;
}

/** What `compare --live` found: plain data, and the format of `--report FILE.json`. */
export interface LiveComparison {
  format: 'conformance-live-comparison/1';
  tool: Tool;
  startedAt: string;
  durationMs: number;
  /**
   * `different` if there is any difference but added fields and latency; else `incomplete` if requests are left, or
   * if NEW no longer offers the oldest versions.
   */
  verdict: 'same' | 'different' | 'incomplete';
  old: ComparedInstance;
  new: ComparedInstance;
  /** The versions that were compared. */
  versions: Version[];
  project?: string;
  /** The roles that sent requests. */
  roles: string[];
  /** How many requests were compared, of those that were sent to OLD. */
  compared: number;
  planned: number;
  differences: Difference[];
  /** Remarks: versions of one instance only, ids that differ, data that is missing. */
  notes: string[];
  /** What could not be compared, and why; empty if the comparison is complete. */
  missing: string[];
  interrupted?: true;
}

/** One way in which two answers differ. */
export interface Finding extends Differing {
  kind: Kind;
  /** The same for findings that are one difference. */
  key: string;
  /** `cover.date`, `?submitter`, `Link next`. */
  place: string;
  /** Needs of client profiles that it touches, as texts (`filters covers state`): clients with all of them use it. */
  uses: readonly string[];
}
