import { VERSIONS, type Version } from '../specification/versions.js';
import type { Extension } from './extension.js';
import { type Means, whyNotRun } from './needs.js';
import type { FoundInstance } from './preflight.js';
import { type Reason, reported } from './reason.js';
import type { Result } from './report.js';
import type { Group, Requirement } from './requirement.js';
import { rolesOf } from './role.js';
import { isSelected } from './selection.js';
import type { RunSettings } from './settings.js';
import type { Verdict } from './verdict.js';
import type { Pair } from './verdicts.js';

/** The requirements that a run scores, and those that it reports apart. */
export interface Catalogue {
  groups: readonly Group[];
  extensions: readonly Extension[];
}

/** What a run will check, and the results known in advance. */
export interface Plan {
  /** The columns of the matrix: the requested versions, or those offered. */
  examined: Version[];
  /** In the order of the checks: by group and version, those that run last at the end. */
  wanted: Pair[];
  /** Results without a check: skipped or not applicable. */
  settled: Result[];
  /**
   * The requirements that are not checked in some version because credentials or `--allow-writes`
   * are missing.
   */
  ungiven: Requirement[];
}

/** The same as plain data, which the worker hands over. */
export interface ReportedPlan extends Pick<Plan, 'examined' | 'settled'> {
  /** The ids of the requirements, with the version. */
  wanted: { requirement: string; version: Version }[];
  ungiven: Pick<Requirement, 'id' | 'needs'>[];
}

/** A plan as plain data. */
export function reportedPlan({ examined, settled, wanted, ungiven }: Plan): ReportedPlan {
  return {
    examined,
    settled,
    wanted: wanted.map(({ requirement: { id }, version }) => ({ requirement: id, version })),
    ungiven: ungiven.map(({ id, needs }) => ({ id, needs: [...needs] })),
  };
}

type PlanSettings = Pick<
  RunSettings,
  'versions' | 'only' | 'skip' | 'credentials' | 'writes' | 'otherProject' | 'hazardous'
>;

/** Plans a run on an instance of which the preflight found this. */
export function plan(
  { groups, extensions }: Catalogue,
  { offered, rejected }: Pick<FoundInstance, 'offered' | 'rejected'>,
  settings: PlanSettings,
): Plan {
  const versions = settings.versions ?? VERSIONS;
  const examined = versions.filter((version) => offered.includes(version));
  const means = {
    roles: rolesOf(settings.credentials),
    rejected,
    writes: settings.writes !== undefined,
    otherProject: settings.otherProject !== undefined,
    hazardous: settings.hazardous ?? false,
  };
  const wanted: Pair[] = [];
  const settled: Result[] = [];
  const ungiven = new Set<Requirement>();
  for (const group of [...groups, ...extensions.flatMap((each) => each.groups)]) {
    // Version by version: a write is read back before other versions write.
    for (const version of versions) {
      for (const requirement of group.requirements) {
        const unjudged = whyNot(requirement, group, version, examined, settings, means);
        if (unjudged === undefined) wanted.push({ requirement, version });
        else {
          const { verdict, reason } = unjudged;
          const told = reason === undefined ? {} : reported(reason);
          settled.push({ ...blank(requirement.id, version), verdict, ...told });
        }
        const notRun = whyNotRun(requirement, means);
        if (notRun !== undefined && unjudged?.reason?.code === notRun.reason.code) {
          ungiven.add(requirement);
        }
      }
    }
  }
  const isLast = ({ requirement: { runsLast } }: Pair) => (runsLast ? 1 : 0);
  wanted.sort((a, b) => isLast(a) - isLast(b));
  return { examined: settings.versions ?? [...offered], wanted, settled, ungiven: [...ungiven] };
}

/** Whether a requirement is checked by writing. This comes after all reads, so that they do not interfere. */
export function isWriting({ requirement: { needs } }: Pair): boolean {
  return needs.includes('writes');
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
): { verdict: Verdict; reason?: Reason } | undefined {
  if (!requirement.versions.includes(version)) return { verdict: 'not-applicable' };
  const isAbsent = !examined.includes(version);
  const askedForByName = settings.versions !== undefined && requirement.judgesAbsence === true;
  if (isAbsent && !askedForByName) {
    const says = `the instance does not offer version ${version}`;
    return { verdict: 'not-applicable', reason: { code: 'not-offered', says } };
  }
  // A version that is named must be offered, whatever is selected (B-35).
  const only = isAbsent ? [] : settings.only;
  if (!isSelected(requirement, group, only, settings.skip)) {
    const option = only.length > 0 ? '--only' : '--skip';
    const reason = { says: `left out by ${option}`, values: { by: option } };
    return { verdict: 'skipped', reason: { code: 'not-selected', ...reason } };
  }
  return whyNotRun(requirement, means);
}
