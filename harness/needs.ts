import type { Reason } from './reason.js';
import type { RejectedRole } from './report.js';
import type { Need, Requirement } from './requirement.js';
import type { SignedInRole } from './role.js';

/** The options that requirements may need. */
export interface Means {
  /** The roles with credentials. */
  roles: readonly SignedInRole[];
  /** The roles whose credentials the instance rejects. */
  rejected: readonly RejectedRole[];
  /** Whether the run may write. */
  writes: boolean;
  /** Whether a project is named that the maintainer does not maintain. */
  otherProject: boolean;
  /** Whether the run may send values known to break instances. */
  hazardous: boolean;
}

/**
 * Why a requirement is not run: its first unmet need; undefined if all are met. Missing options are
 * skipped; a rejected role is inconclusive (docs/verdicts.md B-43).
 */
export function whyNotRun(
  { needs }: Pick<Requirement, 'needs'>,
  means: Means,
): { verdict: 'skipped' | 'inconclusive'; reason: Reason } | undefined {
  const unmet = needs.filter((need) => !isMet(need, means));
  const notGiven = unmet.find((need) => rejectedFor(need, means) === undefined);
  if (notGiven !== undefined) return { verdict: 'skipped', reason: reasonOf(notGiven) };
  const [rejected] = unmet.map((need) => rejectedFor(need, means));
  if (rejected === undefined) return undefined;
  const { role, why, isOfAll, sameAs } = rejected;
  const says = isOfAll || sameAs ? why : `role ${role} could not sign in: ${why}`;
  return { verdict: 'inconclusive', reason: { code: 'role-rejected', says, values: { role } } };
}

function rejectedFor(need: Need, { rejected }: Means): RejectedRole | undefined {
  if (need === 'signed-in') return rejected[0];
  return rejected.find(
    ({ role }) =>
      role === need ||
      (need === 'user-or-maintainer' && (role === 'user' || role === 'maintainer')),
  );
}

function isMet(need: Need, { roles, writes, otherProject, hazardous }: Means): boolean {
  if (need === 'writes') return writes;
  if (need === 'other-project') return otherProject;
  if (need === 'hazardous-inputs') return hazardous;
  if (need === 'signed-in') return roles.length > 0;
  if (need === 'user-or-maintainer') return roles.includes('user') || roles.includes('maintainer');
  return roles.includes(need);
}

function reasonOf(unmet: Need): Reason {
  if (unmet === 'writes') return { code: 'needs-writes', says: 'needs writes (--allow-writes)' };
  if (unmet === 'other-project') {
    return { code: 'needs-other-project', says: 'needs another project (--other-project)' };
  }
  if (unmet === 'hazardous-inputs') {
    return {
      code: 'needs-hazardous-inputs',
      says: 'needs hazardous inputs (--hazardous-inputs)',
    };
  }
  const role = unmet === 'user-or-maintainer' ? 'user or maintainer' : unmet;
  const whose = unmet === 'signed-in' ? 'any role' : `the role ${role}`;
  return { code: 'role-missing', says: `needs credentials for ${whose}`, values: { role } };
}
