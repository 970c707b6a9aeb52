import type { Version } from '../specification/versions.js';
import type { Group, Requirement } from './requirement.js';
import type { Level } from './verdict.js';

/** A requirement as it was released: what a verdict by the set depends on. */
export interface FrozenRequirement {
  id: string;
  /** The sentence of the specification. */
  says: string;
  level: Level;
  versions: readonly Version[];
}

/** The requirements of a release, frozen: requirements/NAME.json. */
export interface RequirementSet {
  /** The major and minor version of the release: `1.0`. */
  name: string;
  requirements: readonly FrozenRequirement[];
}

/**
 * Divides a catalogue into the requirements of a set, which are scored, and those added later. A level that was changed
 * since is that of the set, and versions that were added since are left out.
 */
export function divided(
  groups: readonly Group[],
  { requirements }: RequirementSet,
): { scored: Group[]; later: Group[] } {
  const frozen = new Map(requirements.map((each) => [each.id, each]));
  const asFrozen = (requirement: Requirement): Requirement[] => {
    const own = frozen.get(requirement.id);
    if (own === undefined) return [];
    const versions = requirement.versions.filter((version) => own.versions.includes(version));
    return [{ ...requirement, level: own.level, versions }];
  };
  return {
    scored: withRequirements(groups, asFrozen),
    later: withRequirements(groups, (each) => (frozen.has(each.id) ? [] : [each])),
  };
}

function withRequirements(
  groups: readonly Group[],
  among: (requirement: Requirement) => Requirement[],
): Group[] {
  return groups.flatMap((group) => {
    const requirements = group.requirements.flatMap(among);
    return requirements.length === 0 ? [] : [{ ...group, requirements }];
  });
}
