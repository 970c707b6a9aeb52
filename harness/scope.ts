import type { Version } from '../specification/versions.js';
import type { FoundInstance } from './preflight.js';
import type { Judged, Report, ReportedScan, ReportedScope, Result, ScannedList } from './report.js';
import type { Need, Requirement } from './requirement.js';
import type { RunSettings, ScopeName } from './settings.js';
import type { Verdict } from './verdict.js';

/**
 * The scope of a run with these settings; `ungiven` are requirements not checked because of missing
 * options.
 */
export function scopeOf(
  settings: RunSettings,
  versions: readonly Version[],
  { roles, rejected }: Pick<FoundInstance, 'roles' | 'rejected'>,
  ungiven: readonly Pick<Requirement, 'id' | 'needs'>[],
): ReportedScope {
  const { writes, hazardous = false, scope, requirements } = settings;
  return {
    versions: [...versions],
    roles,
    rejected: rejected.length === 0 ? undefined : [...rejected],
    writes: writes !== undefined,
    hazardousInputs: hazardous,
    requirements,
    ...(scope === undefined ? {} : { demanded: scope, missing: missingIn(scope, ungiven) }),
  };
}

function missingIn(
  scope: ScopeName,
  ungiven: readonly Pick<Requirement, 'id' | 'needs'>[],
): number {
  const missing = ungiven.filter(({ needs }) => needs.every((need) => isWithin(need, scope)));
  return new Set(missing.map(({ id }) => id)).size;
}

function isWithin(need: Need, scope: ScopeName): boolean {
  // No scope demands that requests are sent to the project of other people.
  if (need === 'other-project') return false;
  if (need === 'hazardous-inputs') return scope === 'full';
  if (need === 'writes') return scope === 'full' || scope === 'writes';
  return scope !== 'reading';
}

/** The lists that `--exhaustive` or `--sample` did not read to the end. */
export function openLists({ scan }: { scan?: ReportedScan }): readonly ScannedList[] {
  return (scan?.lists ?? []).filter(({ complete }) => !complete);
}

/** The versions that were tested: of those that `--versions` names, the ones that the instance offers. */
export function testedIn({
  target: { versionsExamined, versionsOffered },
}: Pick<Report, 'target'>): Version[] {
  return versionsExamined.filter((version) => versionsOffered.includes(version));
}

const CHECKED: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed'];

/** Whether a result was determined by a check: pass, fail, warn or observed. */
export function isChecked({ verdict }: Pick<Result, 'verdict'>): boolean {
  return CHECKED.includes(verdict);
}

/** How many requirements have a result that is so. */
export function requirementsWith(
  { results }: Pick<Report, 'results'>,
  isSo: (result: Result) => boolean,
): number {
  return new Set(results.filter(isSo).map(({ requirement }) => requirement)).size;
}

/** Counts the checked requirements. */
export function judgedOf(results: Result[]): Judged {
  return {
    requirements: requirementsWith({ results }, isChecked),
    of: requirementsWith({ results }, ({ verdict }) => verdict !== 'not-applicable'),
  };
}
