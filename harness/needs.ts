import type { Need, Requirement } from './requirement.js';
import type { Role } from './role.js';

/** What the user has given a run. */
export interface Means {
  /** The roles that can sign in. */
  roles: readonly Role[];
  /** Whether it may write. */
  writes: boolean;
  /** Whether it may write values that instances have been known to choke on. */
  hazardous: boolean;
}

/** Why a requirement is skipped: the first of its needs that the user did not meet; nothing if all are met. */
export function whySkipped(
  { needs }: Pick<Requirement, 'needs'>,
  means: Means,
): string | undefined {
  const unmet = needs.find((need) => !isMet(need, means));
  return unmet === undefined ? undefined : reasonOf(unmet);
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
