import type { Expectation } from '../../harness/against-baseline.js';
import type {
  Counts,
  Judged as JudgedShare,
  ReportedRequirement,
  ReportedScope,
} from '../../harness/report.js';
import type { RunVerdict, Verdict } from '../../harness/verdict.js';
import type { Version } from '../../specification/versions.js';
import type { Answer } from '../client-profile/answer.js';
import type { ChangeKind } from './change-kind.js';
import type { ReportedRun } from './side.js';

/**
 * What differs between runs, or between versions of one run: schemas/comparison.schema.json states
 * it. A field may be added; none changes its meaning without a new `format`.
 */
export interface Comparison {
  format: 'conformance-comparison/1';
  /** Whether reports are compared with each other, or versions within one report. */
  of: 'reports' | 'versions';
  /**
   * `regressed` if a MUST held in one of the subjects and is violated in one after it, if a client that worked
   * breaks, or if a version is no longer offered although an older one is; else `incomplete` if a MUST that was
   * checked in one is not checked any more, if it cannot be compared, if nothing is known
   * any more of a client that worked, or if the oldest version is no longer offered.
   */
  verdict: 'regressed' | 'incomplete' | 'not-regressed';
  /** The compared subjects, in the given order. */
  subjects: Subject[];
  /** What the reader must know before anything else: why some things could not be compared. */
  caveats: string[];
  /** Every requirement that the rest names. */
  requirements: ReportedRequirement[];
  /** What became of clients, by their profiles; absent where versions are compared. */
  clients?: ClientChange[];
  /** How many clients have each answer, by the newest report. */
  clientAnswers?: Partial<Record<Answer, number>>;
  /** The comparison of each subject with the previous one. */
  steps: Step[];
  matrix: Matrix;
}

/**
 * A client that worked with one subject and does not, or only in part, with one after it, or the reverse. Not known is
 * also whether it worked if what it lacks was not tested before, or not as deep.
 */
export interface ClientChange {
  kind: 'breaks' | 'degrades' | 'works-again' | 'not-known';
  client: string;
  from: string;
  to: string;
  /** The versions of the API, and why the client does not work, or not fully, in one of the two. */
  cells: { version: Version; why: string }[];
}

/** One report, or one version of it. */
export interface Subject extends ReportedRun {
  /** A, B, C for reports; 1.1, 1.3 for versions. */
  name: string;
  verdict: RunVerdict;
  /** What the verdict covers: as whom the run was made, whether it wrote, and the frozen set, if any. */
  scope: Pick<ReportedScope, 'roles' | 'writes' | 'requirements'>;
  /** How many requirements were checked, and of how many. */
  judged: JudgedShare;
  versionsOffered: Version[];
  versionsExamined: Version[];
}

/** A subject against the one before it. */
export interface Step {
  from: string;
  to: string;
  /** The number of requirements per kind of change. */
  counts: Record<ChangeKind, number>;
  /** The number of unchanged verdicts. */
  unchanged: number;
  /** Versions that only one of two reports offers; what was checked in them is no change. */
  versionsCame: VersionOffered[];
  versionsWent: VersionOffered[];
  /** The gravest first: by kind, then by level. */
  changes: Change[];
  /** Requirements that only one of the two has. */
  requirementsNew: OneSided[];
  requirementsGone: OneSided[];
  fields: FieldChange[];
  observations: ObservationChange[];
  /** Lists that became slower; absent if there are none. */
  latencies?: LatencyChange[];
}

/** A list that became more than three times slower than the others, in milliseconds. No verdict rests on it. */
export interface LatencyChange {
  /** The path below the version. */
  endpoint: string;
  /** Medians. */
  fromMs: number;
  toMs: number;
  toWorstMs: number;
  /** How many times slower, relative to the median of all endpoints of the same run. */
  factor: number;
  /** The versions in which it is slower. */
  slowerIn: Version[];
  /** How many requests show it. */
  requests: number;
}

/** What was checked in a version that only one of two reports offers. */
export interface VersionOffered {
  version: Version;
  counts: Counts;
  /** What is violated in it and in no other version of the same report, the MUSTs first. */
  violated: Judged[];
  /** What is violated in it as it is in another version of the same report. */
  violatedElsewhereToo: string[];
}

/** A verdict, with the little that tells why. */
export interface Judged {
  requirement: string;
  version: Version;
  verdict: Verdict;
  /** The reason, or the first violation. */
  why?: string;
  /** Set if the baseline of that run expects it. */
  expected?: Expectation;
  /** The subject, if it is one before the step: the last in which it was checked. */
  checkedIn?: string;
}

/** What became of one requirement, in all versions in which the same became of it. */
export interface Change {
  kind: ChangeKind;
  requirement: string;
  cells: { from: Judged; to: Judged }[];
}

/** A requirement that one of the two does not have, and what the other says of it. */
export interface OneSided {
  requirement: string;
  judged: Judged[];
}

/** What became of a field of a form of a resource. */
export interface FieldChange {
  kind: 'vanished' | 'became-sometimes' | 'appeared' | 'became-always';
  resource: string;
  form: string;
  field: string;
  /** Where: the version in both, two versions where versions are compared. */
  cells: { from: Version; to: Version }[];
  /** Whether the specification declares the field in the later subject. */
  declared: boolean;
  /** What it means for the author of a client. */
  consequence: string;
}

/** Changed behaviour that the specification does not define. */
export interface ObservationChange {
  requirement: string;
  cells: { from: Version; to: Version; differences: Difference[] }[];
}

/** A part of an observed value that is not the same: its old and new value, or what a list lost and gained. */
export interface Difference {
  /** The path of the changed part, empty for the whole value. */
  at: string;
  from?: unknown;
  to?: unknown;
  removed?: unknown[];
  added?: unknown[];
}

/** The verdicts of everything that changed, the subjects beside each other. */
export interface Matrix {
  columns: { version: Version; subject: string }[];
  rows: { requirement: string; verdicts: (Verdict | null)[] }[];
}
