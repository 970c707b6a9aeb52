import { since } from '../specification/versions.js';
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

/**
 * The user of the name that was given for a role; inconclusive if its details show no settings, and those
 * of another do: the name is not that of the account that signs in then.
 */
export async function confirmedBySettings(
  probe: Api,
  users: readonly Seen[],
  role: SignedInRole,
  named: number,
  others: readonly Role[],
): Promise<number> {
  if (!since('1.2').includes(probe.version)) return named;
  if (await showsSettings(probe.as(role), named, true)) return named;
  let shown: number;
  try {
    shown = await accountBySettings(probe, users, role, others);
  } catch (error) {
    // Nobody's settings, or everybody's, say nothing against the name.
    if (error instanceof Inconclusive) return named;
    throw error;
  }
  const name = credentialName(role, 'name');
  return inconclusive(
    `${name} is that of the user ${named}, and the role ${role} is shown the settings of the user ${shown}: they have to be of one account`,
  );
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
