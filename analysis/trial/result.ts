import type { Version } from '../../specification/versions.js';

/** What a client did on a changed instance, compared with what it did on the expected one; worst first. */
export const REACTIONS = ['crashes', 'silently different', 'hangs', 'tells', 'same'] as const;

/** One of them. */
export type Reaction = (typeof REACTIONS)[number];

/** What is changed: a variant that conforms, a network condition, a deployed release, or a defect of the server. */
export const KINDS = ['variant', 'network', 'release', 'fault'] as const;

/** One of them. */
export type Kind = (typeof KINDS)[number];

/** The instance whose output is expected: the sound one, or one like a release. */
export const EXPECTED = ['sound', '2.2', '3.2', 'main'] as const;

/** One of them. */
export type Expected = (typeof EXPECTED)[number];

/** What a command printed, and how it ended. */
export interface Output {
  stdout: string;
  stderr: string;
  /** The files in its CONFORMANCE_DIR, by name. */
  files: Record<string, string>;
  /** Null if it was killed. */
  status: number | null;
  signal: string | null;
  /** Why it was ended before its end. */
  ended?: 'time limit' | 'too many requests' | 'too much output';
}

/** A request as the instance received it; credentials are left out. */
export interface Request {
  method: string;
  /** The path and query as sent. */
  target: string;
  contentType?: string;
  body?: string;
}

/** The command on the expected instance, in one version. */
export interface ExpectedRun {
  version: Version;
  requests: Request[];
  output: Output;
  /** Lines of its standard output, of which the report may keep the first only. */
  lines: number;
}

/** What the client requests from one endpoint. */
export interface Usage {
  method: string;
  /** `/patches/{id}/`, below the version; a page outside the API as a whole path. */
  endpoint: string;
  /** The versions in the URLs; empty for URLs without one. */
  versions: string[];
  /** Names of query parameters. */
  parameters: string[];
  /** Names of the fields of bodies. */
  fields: string[];
}

/** The answer that made the difference: the first that was not as on the expected instance. */
export interface DifferentAnswer {
  request: string;
  /** Where in the answer: `status`, `Link last`, `body`, `/0/date`. */
  where: string;
  expected: string;
  received: string;
}

/** Where the output differs. */
export interface OutputDifference {
  /** The file; absent for standard output. */
  file?: string;
  /** Numbers of lines. */
  expectedLines: number;
  receivedLines: number;
  /** The first line that differs. */
  line: number;
  expected: string;
  received: string;
}

/** The reaction of the client to one change. */
export interface Trial {
  id: string;
  kind: Kind;
  /** What the instance does. */
  says: string;
  version: Version;
  /** The endpoint that is affected: `GET /patches/`. */
  on?: string;
  /** Other changes with exactly the same answers, which were not tried. */
  alike?: string[];
  reaction: Reaction;
  /** The end of the message, the line that differs, the limit. */
  why: string;
  answer?: DifferentAnswer;
  difference?: OutputDifference;
  /** Absent where it is as expected. */
  output?: Output;
  /** The command that shows it again. */
  rerun: string;
}

/** How a client reacts to what instances do: `conformance try-client`. */
export interface ClientTrial {
  format: 'conformance-client-trial/1';
  tool: { name: string; version: string };
  startedAt: string;
  durationMs: number;
  /** `fail` if it crashes or is silently different; `incomplete` if it hangs or something was not tried. */
  verdict: 'pass' | 'fail' | 'incomplete';
  command: string;
  expect: Expected;
  runs: ExpectedRun[];
  usage: Usage[];
  /** Endpoints that the client uses and the specification does not define. */
  unspecified: string[];
  trials: Trial[];
  /** How many changes make no difference to the answers to its requests. */
  withoutEffect: number;
  /** Instances like a release that offer none of the versions, with the newest that each offers. */
  notOffered: { id: string; newest: Version }[];
  /** What was not tried, for want of time or because the trial was interrupted. */
  notTried: { id: string; kind: Kind; version: Version; on?: string }[];
  interrupted?: true;
}
