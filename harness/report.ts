import type { Version } from '../specification/versions.js';
import type { SignedInRole } from './role.js';
import type { ScopeName, Shard } from './settings.js';
import type { Level, RunVerdict, Verdict } from './verdict.js';
import type { ReportedWrites } from './writing/outcome.js';

/**
 * The report of a run: the contract that other people's scripts lean on. A field may be added;
 * none changes its meaning without a new `format`. schemas/report.schema.json states it.
 */
export interface Report {
  format: 'conformance-report/1';
  tool: { name: string; version: string };
  target: {
    baseUrl: string;
    versionsOffered: Version[];
    /** Versions that were examined: those offered, or those that `--versions` names. */
    versionsExamined: Version[];
  };
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
  seed: number;
  /** The options in force, secrets left out. */
  options: Record<string, unknown>;
  /** Which part of a run this is; absent where it is all of it. `verdict` is on this part alone. */
  shard?: Shard;
  verdict: RunVerdict;
  /** As whom, and with what leave, the run was made; absent in the reports of older versions. */
  scope?: ReportedScope;
  /** How much was checked; absent in the reports of older versions. */
  judged?: Judged;
  /** Set when the run was ended before it had judged everything. */
  interrupted?: true;
  counts: Counts;
  countsByVersion: Partial<Record<Version, Counts>>;
  traffic: Traffic;
  /** What was walked over; absent where the first rows of each list were judged only. */
  walk?: ReportedWalk;
  /** What became of what the run wrote; absent where it wrote nothing. */
  writes?: ReportedWrites;
  /** What the results are worth against the baseline of `--baseline`; absent without one. */
  baseline?: AgainstBaseline;
  requirements: ReportedRequirement[];
  results: Result[];
  fields: SeenField[];
  /** The exchanges that a result other than a pass points to. */
  exchanges: Exchange[];
  /** What was judged beside the specification (`--suite`); absent where nothing was. */
  extensions?: ReportedExtension[];
}

/** As whom a run has asked, and what it was allowed: a verdict is worth no more than that. */
export interface ReportedScope {
  /** The versions that were tested. */
  versions: Version[];
  /** The roles that signed in; none in an anonymous run. */
  roles: SignedInRole[];
  /** The roles that were given credentials, and that the instance rejects. */
  rejected?: RejectedRole[];
  /** Whether it could write. */
  writes: boolean;
  /** Whether it could write values that instances have been known to choke on. */
  hazardousInputs: boolean;
  /** What `--scope` demands; absent without one. */
  demanded?: ScopeName;
  /** How many requirements of that were not checked, for want of credentials or of leave to write. */
  missing?: number;
}

/** How many of the requirements that the tested versions have were checked in at least one of them. */
export interface Judged {
  requirements: number;
  of: number;
}

/** A role whose credentials the instance rejects. */
export interface RejectedRole {
  role: SignedInRole;
  /** What was answered, and which credentials to look at. */
  why: string;
}

/**
 * The requirements of somebody else, and what came of them. They are no part of the verdict and the
 * counts of the report, which are those of the specification; the exit status takes both.
 */
export interface ReportedExtension {
  /** The name of its module's file, without the extension. */
  suite: string;
  verdict: RunVerdict;
  counts: Counts;
  countsByVersion: Partial<Record<Version, Counts>>;
  requirements: ReportedRequirement[];
  results: Result[];
}

/** What came of holding the results against a baseline. `verdict` is what it would be without one. */
export interface AgainstBaseline {
  /** The file, as it was named. */
  file: string;
  /**
   * `as-expected`: every failure, and every inconclusive or erroneous MUST, is expected, and no entry is at
   * fault. `unexpected`: something failed that should not have, or an entry is at fault.
   * `incomplete`: neither, but a MUST could not be judged and nothing accepts that.
   */
  outcome: 'as-expected' | 'unexpected' | 'incomplete';
  /** What makes the outcome `unexpected` or `incomplete`. */
  problems: BaselineProblem[];
  /** How many results that the baseline expects this run did not ask for, by the reason. */
  notHeld?: { why: string; results: number }[];
}

/** One reason why the results are not what a baseline expects. */
export interface BaselineProblem {
  kind:
    | 'unexpected-failure'
    | 'unexpected-inconclusive'
    | 'no-longer-so'
    | 'unknown-requirement'
    | 'not-judged-in-version'
    | 'expired';
  requirement: string;
  versions: Version[];
  /** What was expected and what to do, for people. */
  message: string;
  /** Where the entry stands in the file, if it is one that is at fault. */
  line?: number;
}

/** Why a baseline expects a result, in the words of whoever keeps it. */
export interface Expectation {
  reason?: string;
  /** An absolute URL, such as that of a bug. */
  link?: string;
  /** The last day on which it is expected, `YYYY-MM-DD`. */
  expires?: string;
}

/** How many results there are of each verdict. */
export type Counts = Record<Verdict, number>;

/** What went over the wire. `bytes` counts the bodies of the answers. */
export interface Traffic {
  requests: number;
  bytes: number;
  byMethod: Record<string, number>;
  /** The answers by status; absent in the reports of versions that did not count them. */
  byStatus?: Record<string, number>;
}

/** A requirement as the report names it. */
export interface ReportedRequirement {
  id: string;
  /** The sentence of the specification, short. */
  title: string;
  chapter: string;
  /** The section of the specification or, in an extension, of what it rests on. */
  spec: string;
  /** The address of the section in docs/api.md; absent in an extension, and in older reports. */
  link?: string;
  /** Set where it is no requirement of the specification: the suite that has it. */
  suite?: string;
  level: Level;
  versions: Version[];
  /** What a violation means for the author of a client. */
  consequence: string;
  /** Set where it is judged in one version only, the newest that is examined. */
  once?: true;
}

/** The verdict on one requirement in one version, with its evidence. */
export interface Result {
  requirement: string;
  version: Version;
  verdict: Verdict;
  /** Why it was not judged, or which of several documented answers was given. */
  reason?: string;
  violations: ReportedViolation[];
  /** Set where the baseline expects this `fail` or `inconclusive`. */
  expected?: Expectation;
  /** The value seen, where there is nothing to judge or something worth recording. */
  observed?: unknown;
  durationMs: number;
  /** Numbers of the exchanges that the verdict rests on; empty for a pass. */
  exchanges: number[];
}

/** One mismatch from a requirement. */
export interface ReportedViolation {
  message: string;
  /** JSON pointer into the body of the exchange. */
  pointer?: string;
  expected?: string;
  received?: string;
  /** Number of the exchange. */
  exchange?: number;
  /** How many objects depart like this one, where whole lists were walked. */
  count?: number;
  /** The ids of the first of them. */
  ids?: (number | string)[];
}

/** What a run has walked over that was to judge every object of the lists, or a sample of each. */
export interface ReportedWalk {
  /** Set where so many objects of each list were to be judged, and not all. */
  sample?: number;
  /** Set where the walk went on with what an earlier run had left. */
  resumed?: true;
  /** Why it was ended before its end, in words; absent where it came to it. */
  cut?: string;
  /** How many objects were judged. */
  objects: number;
  lists: WalkedShare[];
}

/** How much of one list was walked in one version. */
export interface WalkedShare {
  /** Of the collection: `covers/`. */
  path: string;
  version: Version;
  /** How many objects were judged. */
  objects: number;
  /** How many pages were read. */
  pages: number;
  /** How many pages there are, as far as is known. */
  ofPages?: number;
  /** Whether every page that was to be read was read. */
  complete: boolean;
  /** Why not. */
  why?: string;
  /** Pages that could not be read, the first of them, and why. */
  unread?: { page: number; why: string }[];
}

/** Whether a field was declared by the specification and seen on the instance. */
export interface SeenField {
  resource: string;
  form: 'list' | 'detail' | 'embedded';
  field: string;
  version: Version;
  declared: boolean;
  /** Set where it is declared and its absence is no mismatch (docs/verdicts.md, "may be there or not"). */
  optional?: true;
  seen: 'always' | 'sometimes' | 'never' | 'unknown';
}

/** A body as it is kept: redacted, and no longer than a limit. */
export interface KeptBody {
  body: string;
  /** The length of the whole body; set only where `body` is no more than its beginning. */
  bodyBytes?: number;
}

/** One request and its answer, redacted and cut to a limit. */
export interface Exchange {
  n: number;
  role: string;
  /** When the request went out, ISO 8601, UTC; absent in older reports. */
  startedAt?: string;
  request: { method: string; url: string; headers: Record<string, string> } & Partial<KeptBody>;
  response: { status: number; headers: Record<string, string | string[]> } & KeptBody;
  ms: number;
  /** A command that repeats the request; credentials are named by their environment variable. */
  curl: string;
}
