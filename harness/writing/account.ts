import type { SignedInRole } from '../role.js';
import { credentialName } from '../role.js';
import { Inconclusive, inconclusive } from '../violation.js';
import type { WriteSession } from './session.js';
import { take } from './targets.js';

/**
 * Verifies, once in a run, which user a role is, before any write depends on it. Two sources must
 * agree: the configured username, or settings that no other role sees; and the owner of the bundle
 * that the run created as its marker or, without one, the other one of the first two. Inconclusive
 * if they do not.
 */
export async function establishAccount(session: WriteSession, role: SignedInRole): Promise<void> {
  const { instance, targets, proven, owners } = session;
  const key = `the account of ${role}`;
  if (proven.has(key)) return;
  const id = take(targets.users[role]);
  const name = credentialName(role, 'name');
  const twin = instance.othersOf(role).find((other) => session.userOf(other) === id);
  if (twin !== undefined) {
    return inconclusive(
      `the roles ${role} and ${twin} both appear to be user ${id}, so nothing was written to it: set ${name} to the username of the role ${role}`,
      'role-unknown',
      { role },
    );
  }
  const isNamed = instance.nameOf(role) !== undefined;
  const owner = owners.get(role);
  const confirmed = owner ?? (isNamed ? await bySettings(session, role) : undefined);
  if (confirmed === id) {
    proven.add(key);
    return;
  }
  const first = isNamed ? name : 'its settings';
  if (owner === undefined) {
    return inconclusive(
      `by ${first} the role ${role} is user ${id}, but no bundle could be created to confirm it, so nothing was written to it`,
      'role-unknown',
      { role },
    );
  }
  const advice = isNamed
    ? `check that ${name} belongs to the same account as the token`
    : `set ${name} to identify the user`;
  return inconclusive(
    `by ${first} the role ${role} is user ${id}, but a bundle that it created belongs to user ${owner}, so nothing was written to either: ${advice}`,
    'role-unknown',
    { role },
  );
}

/** The user whose settings only this role sees; undefined if unknown. */
async function bySettings(
  { instance }: WriteSession,
  role: SignedInRole,
): Promise<number | undefined> {
  try {
    return await instance.bySettings(role);
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
