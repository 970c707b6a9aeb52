import { type Credentials, credentialName, type SignedInRole } from '../harness/role.js';
import { last } from './option.js';
import { parsePassword, parseToken, parseUserName } from './parse/text.js';

/** The table's row for the token of a role; `whose` says what the role is for. */
export function token(role: SignedInRole, whose: string) {
  return {
    ...credential(role, 'token', 'TOKEN'),
    says: `token of the role ${role} (${whose})`,
    parse: last(parseToken),
  };
}

/** The table's row for the name by which a role signs in. */
export function name(role: SignedInRole) {
  return {
    ...credential(role, 'name', 'NAME'),
    says: 'or the name',
    parse: last(parseUserName),
  };
}

/** The table's row for the password by which a role signs in. */
export function password(role: SignedInRole) {
  return {
    ...credential(role, 'password', 'PASSWORD'),
    says: 'and the password',
    parse: last(parsePassword),
  };
}

function credential(role: SignedInRole, part: keyof Credentials, value: string) {
  const flag: `--${string}` = `--${role}-${part}`;
  return {
    flag,
    value,
    environment: credentialName(role, part),
    group: 'Credentials',
    commands: ['run', 'doctor', 'fields', 'restore'],
    secret: true,
  } as const;
}
