import { since } from '../specification/versions.js';
import type { Api } from './api.js';
import { instead } from './instead.js';
import { integers, MOST_TRIED } from './parents.js';
import { isObject, type Seen } from './place.js';
import { credentialName, type Role, type SignedInRole } from './role.js';
import { whyNoId } from './unusable-id.js';
import { Inconclusive, inconclusive } from './violation.js';

/**
 * The user whose detail has `settings` for a role and for no other caller. Inconclusive if the
 * instance returns the settings of others as well, which docs/api.md allows: then they do not identify
 * the user.
 */
export async function accountBySettings(
  probe: Api,
  users: readonly Seen[],
  role: SignedInRole,
  others: readonly Role[],
): Promise<number> {
  const advice = `set ${credentialName(role, 'name')} to identify the user`;
  const unknown = (says: string) => inconclusive(`${says}: ${advice}`, 'role-unknown', { role });
  let own: number | undefined;
  let without = 0;
  for (const id of integers(users).slice(0, MOST_TRIED)) {
    if (!(await showsSettings(probe.as(role), id))) without += 1;
    else if (own !== undefined) {
      return unknown(`users/ returns settings of several users to the role ${role}`);
    } else own = id;
    // One user without settings shows that not every user has them.
    if (own !== undefined && without > 0) break;
  }
  if (own === undefined) {
    const none = `none of the first ${MOST_TRIED} users of users/ has settings for the role ${role}`;
    const why = integers(users).length > 0 ? none : whyNoId(users, 'a listed user', none);
    return unknown(why);
  }
  if (without === 0) {
    return unknown(
      `users/ lists a single user, which may be another one than that of the role ${role}`,
    );
  }
  for (const other of others) {
    if (other === role || !(await showsSettings(probe.as(other), own, true))) continue;
    return unknown(`the settings of user ${own} are visible to both ${other} and ${role}`);
  }
  return own;
}

/**
 * The user with the configured username of a role. Inconclusive if another user has settings for
 * this role and this one does not: then username and token belong to different accounts.
 */
export async function confirmedBySettings(
  probe: Api,
  users: () => Promise<readonly Seen[]>,
  role: SignedInRole,
  named: number,
  others: readonly Role[],
): Promise<number> {
  if (!since('1.2').includes(probe.version)) return named;
  if (await showsSettings(probe.as(role), named, true)) return named;
  const bySettings = async () => accountBySettings(probe, await users(), role, others);
  // Settings of no user, or of all, do not contradict the username.
  const shown = await bySettings().catch(instead(named, Inconclusive));
  if (shown === named) return named;
  const name = credentialName(role, 'name');
  return inconclusive(
    `${name} is the username of user ${named}, but the credentials of the role ${role} belong to user ${shown}: configure username and credentials of the same account`,
    'role-unknown',
    { role },
  );
}

/**
 * Whether the detail of a user has settings; a refusal counts as none if the caller `mayBeRefused`.
 */
async function showsSettings(api: Api, id: number, mayBeRefused = false): Promise<boolean> {
  try {
    const { value } = await api.object(`users/${id}/`);
    return isObject(value) && Object.hasOwn(value, 'settings');
  } catch (error) {
    if (mayBeRefused && error instanceof Inconclusive) return false;
    throw error;
  }
}
