import type { Version } from '../specification/versions.js';
import type { AgainstBaseline, Expectation } from './against-baseline.js';
import type { Latency, Traffic } from './client/traffic.js';
import type { ReasonCode } from './reason.js';
import type { SignedInRole } from './role.js';
import type { ScopeName } from './settings.js';
import type { Target } from './target.js';
import type { Level, RunVerdict, Verdict } from './verdict.js';
import type { ViolationKind } from './violation.js';
import type { ReportedWrites } from './writing/outcome.js';

/**
 * The report of a run, a public format. Fields may be added; a change of meaning needs a new
 * `format`. See schemas/report.schema.json.
 */
export interface Report {
  format: 'conformance-report/2';
  tool: { name: string; version: string };
  target: Target & {
    /** The address that the instance gives itself in its URLs, if that is another than `baseUrl`. */
    calledAs?: string;
    versionsOffered: Version[];
    /** Versions that are offered and not tested, because the specification does not describe them. */
    versionsUnknown?: string[];
    /** The versions under test: those offered, or those of `--versions`. */
    versionsExamined: Version[];
  };
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
  seed: number;
  /** The options in effect, without secrets. */
  options: Record<string, unknown>;
  verdict: RunVerdict;
  /** The roles and permissions of the run. */
  scope: ReportedScope;
  /** How much was checked. */
  judged: Judged;
  /** Set if the run ended before everything was checked. */
  interrupted?: true;
  /** What ended it then: a signal, a limit, or the death of the thread that checks; older reports do not say it. */
  ended?: { by: EndedBy; why: string };
  counts: Counts;
  countsByVersion: Partial<Record<Version, Counts>>;
  traffic: Traffic;
  /**
   * How long reads took, by endpoint and version; undefined without reads. No verdict rests on it.
   */
  latencies?: Latency[];
  /**
   * What was read, by role, as far as it is on record and was not answered with an error: two runs of different depth can
   * be compared where both sent the same request. Undefined without reads.
   */
  reads?: ReportedReads[];
  /** The scan of whole lists; undefined if only their first items were checked. */
  scan?: ReportedScan;
  /** The result of restoring; undefined if the run wrote nothing. */
  writes?: ReportedWrites;
  /** The comparison with the baseline of `--baseline`; undefined without one. */
  baseline?: AgainstBaseline;
  requirements: ReportedRequirement[];
  results: Result[];
  fields: SeenField[];
  /** The exchanges that a result other than a steady pass refers to. */
  exchanges: Exchange[];
  /**
   * What is reported apart: requirements added after the frozen set of `--requirements`, and the client
   * contracts; undefined if there is nothing.
   */
  extensions?: ReportedExtension[];
}

/** What ends a run before everything was checked. */
export type EndedBy = 'signal' | 'limit' | 'worker';

/** The roles and permissions of a run; a verdict applies to this scope only. */
export interface ReportedScope {
  /** The versions under test. */
  versions: Version[];
  /** The roles with accepted credentials; empty in an anonymous run. */
  roles: SignedInRole[];
  /** The roles whose credentials the instance rejects. */
  rejected?: RejectedRole[];
  /** Whether the run could write. */
  writes: boolean;
  /** Whether the run could write values known to break instances. */
  hazardousInputs: boolean;
  /** The frozen set of `--requirements`; undefined if all requirements are scored. */
  requirements?: string;
  /** The value of `--scope`; undefined without it. */
  demanded?: ScopeName;
  /**
   * How many of these requirements were not checked because credentials or `--allow-writes` are
   * missing.
   */
  missing?: number;
}

/** How many requirements were checked in at least one of the versions under test. */
export interface Judged {
  requirements: number;
  of: number;
}

/** A role whose credentials the instance rejects, or that is the account of another role. */
export interface RejectedRole {
  role: SignedInRole;
  /** The response, and the credentials to check. */
  why: string;
  /** Set if it is the account of this role: it stands for nobody else, so it is not used. `why` is a sentence. */
  sameAs?: SignedInRole;
  /** Set if the cause is that of all roles. */
  isOfAll?: true;
}

/**
 * Client contracts, or requirements added after a frozen set, and their results. They are not part of the
 * verdict, the counts and the exit status.
 */
export interface ReportedExtension
  extends Pick<Report, 'verdict' | 'counts' | 'countsByVersion' | 'requirements' | 'results'> {
  /** `client contracts`, or `added after 1.0`. */
  suite: string;
  /** Set for requirements that were added after this frozen set. */
  addedAfter?: string;
}

/** The number of results per verdict. */
export type Counts = Record<Verdict, number>;

/** A requirement in the report. */
export interface ReportedRequirement {
  id: string;
  /** The sentence of the specification, short. */
  title: string;
  group: string;
  /** The section of docs/api.md or, for client contracts, their source. */
  spec: string;
  level: Level;
  versions: Version[];
  /** The consequence of a violation for a client. */
  consequence: string;
  /** The clients that a violation breaks, for a client contract. */
  breaks?: string[];
  /** The sentence of the specification that a client contract contradicts. */
  contradicts?: string;
}

/** The verdict on one requirement in one version, with its evidence. */
export interface Result {
  requirement: string;
  version: Version;
  verdict: Verdict;
  /** Why it was not checked, or which of several documented responses was returned. */
  reason?: string;
  /** The code of that reason, and what it names. */
  code?: ReasonCode;
  values?: Readonly<Record<string, string | number>>;
  violations: ReportedViolation[];
  /**
   * Set if the requirement holds although it did not when it was first checked: what was seen then.
   * The exchanges are those behind it.
   */
  unsteady?: string;
  /** Set if the baseline expects this `fail` or `inconclusive`. */
  expected?: Expectation;
  /** The value recorded by an observation. */
  observed?: unknown;
  durationMs: number;
  /** The numbers of the exchanges behind the verdict; empty for a pass that is steady. */
  exchanges: number[];
}

/** A violation of a requirement. */
export interface ReportedViolation {
  message: string;
  kind?: ViolationKind;
  /** JSON pointer into the body of the exchange. */
  pointer?: string;
  expected?: string;
  received?: string;
  /** Number of the exchange. */
  exchange?: number;
  /** The number of the write whose effect it shows. */
  write?: number;
  /** How many listed items and details have it, of a requirement on single objects or a filter. */
  count?: number;
  /** The ids of the first of them. */
  ids?: (number | string)[];
}

/** What a role has read. */
export interface ReportedReads {
  role: string;
  /** Below the base URL, with the query, masked; each once, 10,000 at most. */
  paths: string[];
}

/** The scan of whole lists (`--exhaustive`), or of samples of them (`--sample`). */
export interface ReportedScan {
  /** The number of objects per list, if not all were to be checked. */
  sample?: number;
  /** Why the scan ended early; undefined if it was complete. */
  cut?: string;
  /** The number of objects checked. */
  objects: number;
  lists: readonly ScannedList[];
}

/** The scan of one list in one version. */
export interface ScannedList {
  /** The path of the collection: `covers/`. */
  path: string;
  version: Version;
  /** The number of objects checked. */
  objects: number;
  /** The number of pages read. */
  pages: number;
  /** The number of pages, as far as known. */
  ofPages?: number;
  /** Whether all planned pages were read. */
  complete: boolean;
  /** The reason, if not. */
  why?: string;
  /** The first pages that could not be read, and the reasons. */
  unread?: { page: number; why: string }[];
}

/** Whether a field is declared by the specification, and whether it was seen. */
export interface SeenField {
  resource: string;
  form: 'list' | 'detail' | 'embedded';
  field: string;
  version: Version;
  declared: boolean;
  /** Set if the field is declared but may be absent (docs/verdicts.md, "may be there or not"). */
  optional?: true;
  seen: 'always' | 'sometimes' | 'never' | 'unknown';
}

/** A stored body: redacted and limited in length. */
export interface KeptBody {
  body: string;
  /** The full length of the body; set only if `body` is truncated. */
  bodyBytes?: number;
}

/** A request and its response, redacted and truncated. */
export interface Exchange {
  n: number;
  role: string;
  /** The time of the request, ISO 8601, UTC. */
  startedAt: string;
  request: { method: string; url: string; headers: Record<string, string> } & Partial<KeptBody>;
  response: { status: number; headers: Record<string, string | string[]> } & KeptBody;
  ms: number;
  /** A command that repeats the request; credentials are environment variables. */
  curl: string;
}
