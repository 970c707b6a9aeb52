import type { Version } from '../specification/versions.js';
import type { CheckContext } from './check-context.js';
import type { SignedInRole } from './role.js';
import type { Level } from './verdict.js';

/**
 * What a requirement asks of the run itself. A need that the user did not meet makes it `skipped`;
 * data that the instance lacks makes it `inconclusive`, which the body finds out.
 * `signed-in` is met by any role that signs in, `user-or-maintainer` by either: only they have something to write.
 * `hazardous-inputs` is leave to write values that instances have been known to choke on.
 */
export type Need =
  | SignedInRole
  | 'signed-in'
  | 'user-or-maintainer'
  | 'writes'
  | 'hazardous-inputs';

/** One sentence of the specification that can be judged: its facts as data, its judgement as a body. */
export interface Requirement {
  /** `chapter.what`: written by hand, or derived from the tables. Never positional, never reused. */
  id: string;
  /** The sentence of the specification, short. */
  says: string;
  /** The section of SPEC.md. */
  spec: string;
  level: Level;
  versions: readonly Version[];
  /** What a violation means for the author of a client, in one sentence. */
  consequence: string;
  needs: readonly Need[];
  /**
   * Set where an instance answers the same in every version, or is asked something that names none:
   * it is then judged once, in the newest of the versions that are examined.
   */
  once?: true;
  /**
   * Set where the absence of a version is itself what is judged: the requirement is then judged in a
   * version that was asked for by name, even if the instance does not offer it (docs/verdicts.md B-35).
   */
  judgesAbsence?: true;
  /**
   * Set where what is checked is what no other requirement reports: it is checked after all others of
   * its phase.
   */
  runsLast?: true;
  /**
   * Judges one version. Throws a Violation (by way of `expect`) or an Inconclusive; whatever else
   * it throws is an `error`. Returns nothing for a pass, or the documented answer that was given.
   */
  check(context: CheckContext): Promise<unknown>;
}

/** A chapter of the specification, a file of suites/ each. */
export interface Chapter {
  name: string;
  requirements: readonly Requirement[];
}

/** Declares a requirement; `needs` is empty unless given. */
export function requirement(
  declared: Omit<Requirement, 'needs'> & { needs?: readonly Need[] },
): Requirement {
  return { needs: [], ...declared };
}

/** The versions among those examined in which a requirement is judged, in their order. */
export function judgedIn(
  { versions, once }: Pick<Requirement, 'versions' | 'once'>,
  examined: readonly Version[],
): Version[] {
  const own = examined.filter((version) => versions.includes(version));
  return once === true ? own.slice(-1) : own;
}
