import type { Where } from '../../harness/check-context.js';
import { at } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { inconclusive } from '../../harness/violation.js';

/** Well-formed, but issued to no account, so that the value is refused and not the form. */
export const WRONG_TOKEN = `Token ${'0'.repeat(40)}`;

/** A username that no account has, with a password. */
export const UNKNOWN_ACCOUNT = `Basic ${Buffer.from('nobody:conformance-wrong').toString('base64')}`;

/** The username of a role with a password that is not its own. */
export async function wrongPassword(role: Role, context: Where): Promise<string> {
  const pair = `${await nameOf(role, context)}:not the password of this account`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

/** The username of a role, as configured or as its own user shows it. */
export async function nameOf(role: Role, { api, instance }: Where): Promise<string> {
  if (role === 'anonymous')
    return inconclusive('anonymous callers have no username', 'role-missing');
  const given = instance.nameOf(role);
  if (given !== undefined) return given;
  // It is the same in every version.
  const newest = api.in(instance.newest).as(role);
  const user = await newest.object(`users/${await instance.ownId(role)}/`);
  const { value } = at(user, 'username');
  if (typeof value === 'string') return value;
  return inconclusive(
    `the username of the role \`${role}\` is neither configured nor shown`,
    'role-unknown',
    {
      role,
    },
  );
}
