import { name, password, token } from '../credential-options.js';
import { last, type Option } from '../option.js';
import { parseToken } from '../parse/text.js';

/** Credentials of each role. */
export const CREDENTIALS = {
  userToken: { ...token('user', 'owns bundles'), alias: '--token' },
  userName: name('user'),
  userPassword: password('user'),
  newToken: {
    flag: '--new-token',
    value: 'TOKEN',
    environment: 'CONFORMANCE_NEW_TOKEN',
    group: 'Credentials',
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
