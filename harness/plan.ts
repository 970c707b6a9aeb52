import { VERSIONS, type Version } from '../specification/versions.js';
import { type Means, whyNotRun } from './needs.js';
import type { RejectedRole, Result } from './report.js';
import { type Group, judgedIn, type Requirement } from './requirement.js';
import { rolesOf } from './role.js';
import { isSelected } from './selection.js';
import type { RunSettings } from './settings.js';

/** What a run will check, and the results known in advance. */
export interface Plan {
  /** The columns of the matrix: the requested versions, or those offered. */
  examined: Version[];
  wanted: [id: string, version: Version][];
  /** Results without a check: skipped or not applicable. */
  settled: Result[];
  /**
   * The requirements that are not checked in some version because credentials or `--allow-writes`
   * are missing.
   */
  ungiven: Requirement[];
}

type PlanSettings = Pick<RunSettings, 'versions' | 'only' | 'skip' | 'credentials' | 'writes'>;

/** Plans a run of these groups on an instance that offers these versions and rejects some roles. */
export function plan(
  groups: readonly Group[],
  offered: readonly Version[],
  settings: PlanSettings,
  rejected: readonly RejectedRole[] = [],
): Plan {
  const examined = (settings.versions ?? VERSIONS).filter((version) => offered.includes(version));
  const means = {
    roles: rolesOf(settings.credentials),
    rejected,
    writes: settings.writes !== undefined,
    hazardous: settings.writes?.hazardous ?? false,
  };
  const wanted: [string, Version][] = [];
  const settled: Result[] = [];
  const ungiven = new Set<Requirement>();
  for (const group of groups) {
    for (const requirement of group.requirements) {
      for (const version of settings.versions ?? VERSIONS) {
        const unjudged = whyNot(requirement, group, version, examined, settings, means);
        if (unjudged === undefined) wanted.push([requirement.id, version]);
        else settled.push({ ...blank(requirement.id, version), ...unjudged });
        const notRun = whyNotRun(requirement, means);
        if (notRun !== undefined && unjudged?.reason === notRun.reason) ungiven.add(requirement);
      }
    }
  }
  return { examined: settings.versions ?? [...offered], wanted, settled, ungiven: [...ungiven] };
}

/** The requirements of a phase: all writes come after all reads, so that they do not interfere. */
export function wantedIn(
  phase: 'reading' | 'writing',
  all: Plan['wanted'],
  groups: readonly Group[],
): Plan['wanted'] {
  const requirements = groups.flatMap((group) => group.requirements);
  const writers = new Set(
    requirements.filter(({ needs }) => needs.includes('writes')).map(({ id }) => id),
  );
  return all.filter(([id]) => writers.has(id) === (phase === 'writing'));
}

/** An empty result without verdict. */
export function blank(requirement: string, version: Version): Omit<Result, 'verdict'> {
  return { requirement, version, violations: [], durationMs: 0, exchanges: [] };
}

function whyNot(
  requirement: Requirement,
  group: Group,
  version: Version,
  examined: readonly Version[],
  settings: PlanSettings,
  means: Means,
): Pick<Result, 'verdict' | 'reason'> | undefined {
  if (!requirement.versions.includes(version)) return { verdict: 'not-applicable' };
  if (!isSelected(requirement, group, settings.only, settings.skip)) {
    const option = settings.only.length > 0 ? '--only' : '--skip';
    return { verdict: 'skipped', reason: `left out by ${option}` };
  }
  const askedForByName = settings.versions !== undefined && requirement.judgesAbsence === true;
  if (!examined.includes(version) && !askedForByName) {
    return { verdict: 'not-applicable', reason: `the instance does not offer version ${version}` };
  }
  const [once] = requirement.once !== undefined ? judgedIn(requirement, examined) : [version];
  if (once !== version) {
    return { verdict: 'not-applicable', reason: `checked in a single version, ${once}` };
  }
  return whyNotRun(requirement, means);
}
