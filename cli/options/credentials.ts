import { type Credentials, credentialName, type SignedInRole } from '../../harness/role.js';
import { ON_REQUESTING, type Option } from '../option.js';
import { parsePassword, parseToken, parseUserName } from '../parse/text.js';

/** The options for the credentials of a role; `whose` describes the role. */
function credentials<R extends SignedInRole>(role: R, whose: string) {
  const row = (part: keyof Credentials, says: string, parse: (text: string) => string) => ({
    value: part.toUpperCase(),
    environment: credentialName(role, part),
    says,
    commands: ON_REQUESTING,
    secret: true,
    parse,
  });
  return {
    [`${role}Token`]: row('token', `token of the role ${role} (${whose})`, parseToken),
    [`${role}Name`]: row(
      'name',
      `user name of the role ${role}, with or without a token`,
      parseUserName,
    ),
    [`${role}Password`]: row('password', `password of the role ${role}`, parsePassword),
  } as Record<`${R}${'Token' | 'Name' | 'Password'}`, ReturnType<typeof row> & { secret: true }>;
}

/** Credentials of each role: in the environment or in .env only. */
export const CREDENTIALS = {
  ...credentials('user', 'owns bundles'),
  ...credentials('other', 'a second user without special rights'),
  ...credentials('maintainer', 'maintainer of --project'),
  ...credentials('ci', 'optional: may create checks, where maintainers may not'),
  newToken: {
    value: 'TOKEN',
    environment: 'CONFORMANCE_NEW_TOKEN',
    says: 'with --live: token of the role user on NEW_URL, if it is another one there',
    commands: ['compare'],
    secret: true,
    parse: parseToken,
  },
} satisfies Record<string, Option<unknown>>;
