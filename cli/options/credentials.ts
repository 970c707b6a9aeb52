import { name, password, token } from '../credential-options.js';
import type { Option } from '../option.js';

/** How each role signs in. */
export const CREDENTIALS = {
  userToken: { ...token('user', 'owns bundles'), alias: '--token' },
  userName: name('user'),
  userPassword: password('user'),
  otherToken: token('other', 'a second plain user'),
  otherName: name('other'),
  otherPassword: password('other'),
  maintainerToken: token('maintainer', 'maintains --project'),
  maintainerName: name('maintainer'),
  maintainerPassword: password('maintainer'),
} satisfies Record<string, Option<unknown>>;
