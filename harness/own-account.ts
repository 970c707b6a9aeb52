import type { Api } from './api.js';
import { integers, MOST_TRIED } from './parents.js';
import { isObject, type Seen } from './place.js';
import { credentialName, type Role, type SignedInRole } from './role.js';
import { Inconclusive, inconclusive } from './violation.js';

/**
 * The user whose details show `settings` to a role, and to no other caller. Inconclusive where an
 * instance shows them of others as well, which SPEC.md lets it: then they tell nothing of who a role is.
 */
export async function accountBySettings(
  probe: Api,
  users: readonly Seen[],
  role: SignedInRole,
  others: readonly Role[],
): Promise<number> {
  const advice = `${credentialName(role, 'name')} would tell which it is`;
  let own: number | undefined;
  let without = 0;
  for (const id of integers(users).slice(0, MOST_TRIED)) {
    if (!(await showsSettings(probe.as(role), id))) without += 1;
    else if (own !== undefined) {
      return inconclusive(`users/ shows settings of others to the role ${role}: ${advice}`);
    } else own = id;
    // One user without settings shows that they are not everybody's.
    if (own !== undefined && without > 0) break;
  }
  if (own === undefined) {
    return inconclusive(`none of the first ${MOST_TRIED} users is the role ${role}: ${advice}`);
  }
  if (without === 0) {
    return inconclusive(`users/ shows one user only, which may be another than ${role}: ${advice}`);
  }
  for (const other of others) {
    if (other === role || !(await showsSettings(probe.as(other), own, true))) continue;
    return inconclusive(
      `the settings of user ${own} are shown to ${other} and to ${role}: ${advice}`,
    );
  }
  return own;
}

/** A refusal shows none, if the caller `mayBeRefused`. */
async function showsSettings(api: Api, id: number, mayBeRefused = false): Promise<boolean> {
  try {
    const { value } = await api.object(`users/${id}/`);
    return isObject(value) && Object.hasOwn(value, 'settings');
  } catch (error) {
    if (mayBeRefused && error instanceof Inconclusive) return false;
    throw error;
  }
}
