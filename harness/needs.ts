import type { RejectedRole } from './report.js';
import type { Need, Requirement } from './requirement.js';
import type { Role } from './role.js';

/** What the user has given a run. */
export interface Means {
  /** The roles that can sign in. */
  roles: readonly Role[];
  /** The roles that were given credentials, and that the instance rejects. */
  rejected: readonly RejectedRole[];
  /** Whether it may write. */
  writes: boolean;
  /** Whether it may write values that instances have been known to choke on. */
  hazardous: boolean;
}

/** How a reason begins that is a matter of the credentials, and not of the instance. */
export const OF_A_ROLE = /^role (user|other|maintainer)\b/;

/**
 * Why a requirement is not run, by the first of its needs that is not met; nothing if all are met. What the
 * user did not give is skipped; what rests on a role that is rejected is inconclusive (docs/verdicts.md B-43).
 */
export function whyNotRun(
  { needs }: Pick<Requirement, 'needs'>,
  means: Means,
): { verdict: 'skipped' | 'inconclusive'; reason: string } | undefined {
  const unmet = needs.filter((need) => !isMet(need, means));
  const notGiven = unmet.find((need) => rejectedFor(need, means) === undefined);
  if (notGiven !== undefined) return { verdict: 'skipped', reason: reasonOf(notGiven) };
  const [rejected] = unmet.map((need) => rejectedFor(need, means));
  if (rejected === undefined) return undefined;
  const reason = `role ${rejected.role} did not sign in: ${rejected.why}`;
  return { verdict: 'inconclusive', reason };
}

function rejectedFor(need: Need, { rejected }: Means): RejectedRole | undefined {
  if (need === 'signed-in') return rejected[0];
  return rejected.find(
    ({ role }) => role === need || (need === 'user-or-maintainer' && role !== 'other'),
  );
}

function isMet(need: Need, { roles, writes, hazardous }: Means): boolean {
  if (need === 'writes') return writes;
  if (need === 'hazardous-inputs') return hazardous;
  if (need === 'signed-in') return roles.some((role) => role !== 'anonymous');
  if (need === 'user-or-maintainer') return roles.includes('user') || roles.includes('maintainer');
  return roles.includes(need);
}

function reasonOf(unmet: Need): string {
  if (unmet === 'writes') return 'writing was not allowed (--allow-writes)';
  if (unmet === 'hazardous-inputs') {
    return 'hazardous inputs were not allowed (--hazardous-inputs)';
  }
  if (unmet === 'signed-in') return 'no credentials for any role';
  if (unmet === 'user-or-maintainer') {
    return 'no credentials for the role user or the role maintainer';
  }
  return `no credentials for the role ${unmet}`;
}
