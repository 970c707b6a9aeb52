import { type Credentials, credentialName, type SignedInRole } from '../harness/role.js';
import { last } from './option.js';
import { ON_REQUESTING } from './options/commands.js';
import { parsePassword, parseToken, parseUserName } from './parse/text.js';

/** The option for the token of a role; `whose` describes the role. */
export function token(role: SignedInRole, whose: string) {
  return {
    ...credential(role, 'token', 'TOKEN'),
    says: `token of the role ${role} (${whose})`,
    parse: last(parseToken),
  };
}

/** The option for the user name of a role. */
export function name(role: SignedInRole) {
  return {
    ...credential(role, 'name', 'NAME'),
    says: `user name of the role ${role}, with or without a token`,
    parse: last(parseUserName),
  };
}

/** The option for the password of a role. */
export function password(role: SignedInRole) {
  return {
    ...credential(role, 'password', 'PASSWORD'),
    says: `password of the role ${role}`,
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
    commands: ON_REQUESTING,
    secret: true,
  } as const;
}
