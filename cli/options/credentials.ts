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
} satisfies Record<string, Option<unknown>>;
