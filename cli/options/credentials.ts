import { name, password, token } from '../credential-options.js';
import type { Option } from '../option.js';

/** Credentials of each role. */
export const CREDENTIALS = {
  userToken: { ...token('user', 'owns bundles'), alias: '--token' },
  userName: name('user'),
  userPassword: password('user'),
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
