import { type Credentials, credentialName, type SignedInRole } from '../../harness/role.js';
import { last, type Option } from '../option.js';
import { parsePassword, parseToken, parseUserName } from '../parse/text.js';
import { ON_REQUESTING } from './commands.js';

/** The option for the token of a role; `whose` describes the role. */
function token(role: SignedInRole, whose: string) {
  return {
    ...credential(role, 'token', 'TOKEN'),
    says: `token of the role ${role} (${whose})`,
    parse: last(parseToken),
  };
}

/** The option for the user name of a role. */
function name(role: SignedInRole) {
  return {
    ...credential(role, 'name', 'NAME'),
    says: `user name of the role ${role}, with or without a token`,
    parse: last(parseUserName),
  };
}

/** The option for the password of a role. */
function password(role: SignedInRole) {
  return {
    ...credential(role, 'password', 'PASSWORD'),
    says: `password of the role ${role}`,
    parse: last(parsePassword),
  };
}

function credential(role: SignedInRole, part: keyof Credentials, value: string) {
  return {
    value,
    environment: credentialName(role, part),
    commands: ON_REQUESTING,
    secret: true,
  } as const;
}

/** Credentials of each role: in the environment or in .env only. */
export const CREDENTIALS = {
  userToken: token('user', 'owns bundles'),
  userName: name('user'),
  userPassword: password('user'),
  newToken: {
    value: 'TOKEN',
    environment: 'CONFORMANCE_NEW_TOKEN',
    says: 'with --live: token of the role user on NEW_URL, if it is another one there',
    commands: ['compare'],
    secret: true,
    parse: last(parseToken),
  },
  otherToken: token('other', 'a second user without special rights'),
  otherName: name('other'),
  otherPassword: password('other'),
  maintainerToken: token('maintainer', 'maintainer of --project'),
  maintainerName: name('maintainer'),
  maintainerPassword: password('maintainer'),
  ciToken: token('ci', 'optional: may create checks, where maintainers may not'),
  ciName: name('ci'),
  ciPassword: password('ci'),
} satisfies Record<string, Option<unknown>>;
