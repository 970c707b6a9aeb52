import { VERSIONS, type Version } from '../specification/versions.js';
import { type Means, whyNotRun } from './needs.js';
import type { RejectedRole, Result } from './report.js';
import { type Chapter, judgedIn, type Requirement } from './requirement.js';
import { rolesOf } from './role.js';
import { isSelected } from './selection.js';
import type { RunSettings } from './settings.js';

/** What a run is going to judge, and what is settled without judging. */
export interface Plan {
  /** The columns of the matrix: the versions asked for by name, else those offered. */
  examined: Version[];
  wanted: [id: string, version: Version][];
  /** Results that need no judging: skipped by choice or for want of an account, or not applicable. */
  settled: Result[];
  /** The requirements that are not checked, in some version, for want of credentials or of leave to write. */
  ungiven: Requirement[];
}

type PlanSettings = Pick<RunSettings, 'versions' | 'only' | 'skip' | 'credentials' | 'writes'>;

/** Plans a run of these chapters on an instance that offers these versions and rejects some roles. */
export function plan(
  chapters: readonly Chapter[],
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
  for (const chapter of chapters) {
    for (const requirement of chapter.requirements) {
      for (const version of settings.versions ?? VERSIONS) {
        const unjudged = whyNot(requirement, chapter, version, examined, settings, means);
        if (unjudged === undefined) wanted.push([requirement.id, version]);
        else settled.push({ ...blank(requirement.id, version), ...unjudged });
        const notRun = whyNotRun(requirement, means);
        if (notRun !== undefined && unjudged?.reason === notRun.reason) ungiven.add(requirement);
      }
    }
  }
  return { examined: settings.versions ?? [...offered], wanted, settled, ungiven: [...ungiven] };
}

/** What a phase checks: what writes comes after all that reads, so that they cannot interfere. */
export function wantedIn(
  phase: 'reading' | 'writing',
  all: Plan['wanted'],
  chapters: readonly Chapter[],
): Plan['wanted'] {
  const requirements = chapters.flatMap((chapter) => chapter.requirements);
  const writers = new Set(
    requirements.filter(({ needs }) => needs.includes('writes')).map(({ id }) => id),
  );
  return all.filter(([id]) => writers.has(id) === (phase === 'writing'));
}

/** A result without a verdict of its own. */
export function blank(requirement: string, version: Version): Omit<Result, 'verdict'> {
  return { requirement, version, violations: [], durationMs: 0, exchanges: [] };
}

function whyNot(
  requirement: Requirement,
  chapter: Chapter,
  version: Version,
  examined: readonly Version[],
  settings: PlanSettings,
  means: Means,
): Pick<Result, 'verdict' | 'reason'> | undefined {
  if (!requirement.versions.includes(version)) return { verdict: 'not-applicable' };
  if (!isSelected(requirement, chapter, settings.only, settings.skip)) {
    const option = settings.only.length > 0 ? '--only' : '--skip';
    return { verdict: 'skipped', reason: `left out by ${option}` };
  }
  const askedForByName = settings.versions !== undefined && requirement.judgesAbsence === true;
  if (!examined.includes(version) && !askedForByName) {
    return { verdict: 'not-applicable', reason: `the instance does not offer version ${version}` };
  }
  const [once] = requirement.once ? judgedIn(requirement, examined) : [version];
  if (once !== version) {
    return { verdict: 'not-applicable', reason: `it is judged once, in ${once}` };
  }
  return whyNotRun(requirement, means);
}
