import { ALL, type Version } from '../specification/versions.js';
import type { CheckContext } from './check-context.js';
import type { SignedInRole } from './role.js';
import type { Level } from './verdict.js';

/**
 * What a requirement needs from the user. An unmet need makes it `skipped`; missing data on the
 * instance makes it `inconclusive`, which its check finds out. `signed-in` is met by any
 * authenticated role, `user-or-maintainer` by one of the two roles that can write;
 * `other-project` is the name of a project that the maintainer does not maintain, `hazardous-inputs` is permission to send values known to break instances.
 */
export type Need =
  | SignedInRole
  | 'signed-in'
  | 'user-or-maintainer'
  | 'writes'
  | 'other-project'
  | 'hazardous-inputs';

/** A testable sentence of the specification: its facts as data, and its check as a function. */
export interface Requirement {
  /** `group.name`: written by hand, or derived from the tables. Never positional, never reused. */
  id: string;
  /** The sentence of the specification, short. */
  says: string;
  /** The section of docs/api.md; of a client contract, the files of the clients that rely on it. */
  spec: string;
  /** The clients that a violation breaks; only client contracts have them. */
  breaks?: readonly string[];
  /** The sentence of the specification that a client contract contradicts: where that holds, the contract fails. */
  contradicts?: string;
  level: Level;
  versions: readonly Version[];
  /** The consequence of a violation for a client, in one sentence. */
  consequence: string;
  needs: readonly Need[];
  /**
   * Set if the absence of a version is the violation: the requirement is then also checked in a
   * version requested by name that the instance does not offer (docs/verdicts.md B-35).
   */
  judgesAbsence?: true;
  /**
   * Set if the check compares the answers to different requests. The instance may change between
   * these: a violation is looked at again before it fails. `list`: only answers of one collection are
   * compared, so that a look reads again only the collections that a violation is about.
   */
  compares?: true | 'list';
  /** Set if the check reads whole lists where a run scans them (`--exhaustive`, `--sample`). */
  scans?: true;
  /** Set if the requirement reports what no other has reported: it is checked last in its phase. */
  runsLast?: true;
  /** Has the stack of the declaration (harness/declared-by.ts); `requirement` sets it. */
  declaration?: Error;
  /**
   * Checks one version. Throws a Violation (through `expect`) or an Inconclusive; any other
   * exception is an `error`. Returns if the requirement passes.
   */
  check(context: CheckContext): Promise<unknown>;
}

/** A group of requirements, a folder of suites/. */
export interface Group {
  name: string;
  requirements: readonly Requirement[];
}

/** A requirement as it is declared: a MUST in every version that needs nothing, unless it says otherwise. */
export type Declared = Omit<Requirement, 'needs' | 'level' | 'versions' | 'declaration'> &
  Partial<Pick<Requirement, 'needs' | 'level' | 'versions'>>;

/** Declares a requirement. */
export function requirement(declared: Declared): Requirement {
  const limit = Error.stackTraceLimit;
  // The default of ten frames ends before the group.
  Error.stackTraceLimit = 50;
  const declaration = new Error(declared.id);
  Error.stackTraceLimit = limit;
  return { needs: [], level: 'must', versions: ALL, ...declared, declaration };
}

/** Returns what declares requirements of a section of the specification. */
export function inSection(spec: string): (declared: Omit<Declared, 'spec'>) => Requirement {
  return (declared) => requirement({ ...declared, spec });
}
