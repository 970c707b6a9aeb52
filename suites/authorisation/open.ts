import { unexpected } from '../../harness/expect.js';
import { at, elements, isObject, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { firstPage, firstRows, TOP_LISTS } from '../support/lists/first-rows.js';
import { readable } from '../support/readable.js';
import { isRefused } from '../support/refusal.js';

const OPEN = TOP_LISTS.filter(({ signedIn }) => !signedIn).map(({ path }) => path);

/** The fields of open lists that contain e-mail addresses. */
const ADDRESSES = [
  { path: 'bundles/', whose: 'owner' },
  { path: 'covers/', whose: 'submitter' },
  { path: 'series/', whose: 'submitter' },
  { path: 'projects/', whose: 'maintainers' },
];

/** What is readable without authentication, and which data of users it exposes. */
export const openReads: readonly Requirement[] = [
  requirement({
    id: 'auth.public',
    says: 'Not all resources require authentication: lists that the table does not protect are open to anonymous callers',
    spec: 'Authentication',
    level: 'should',
    needs: ['signed-in'],
    compares: true,
    consequence: 'A client without an account sees less than the specification allows.',
    async check({ api, expect }) {
      const refused: Mismatch[] = [];
      for (const path of OPEN) {
        const anonymous = await firstPage(api, path);
        if (!isRefused(anonymous)) continue;
        if ((await firstPage(api.signedIn(), path)).status !== 200) continue;
        const { status: received } = anonymous;
        const expected = 'status 200 for anonymous callers as for authenticated ones';
        refused.push(unexpected(anonymous, expected, String(received), { received }));
      }
      expect.none(refused);
    },
  }),
  requirement({
    id: 'auth.users.settings.of-others',
    says: 'The detailed user adds `settings`: whether the settings of other users are returned',
    spec: 'User (embedded form)',
    level: 'observe',
    versions: since('1.2'),
    needs: ['user'],
    consequence: 'A client may or may not be able to read the settings of other users.',
    async check({ api, instance, observe }) {
      const own = await instance.ownId('user');
      const ids = (await firstRows(api, 'users/')).map((user) => at(user, 'id').value);
      const other = ids.find((id) => Number.isInteger(id) && id !== own);
      if (other === undefined) inconclusive('users/ lists no other user');
      const { value } = at(await api.as('user').object(`users/${other}/`), 'settings');
      observe(value === undefined ? 'not returned' : 'returned');
    },
  }),
  requirement({
    id: 'auth.emails.anonymous',
    says: 'Embedded users and persons have `email`: which addresses anonymous callers can read',
    spec: 'User (embedded form)',
    level: 'observe',
    consequence: 'A client without an account may or may not be able to read e-mail addresses.',
    async check({ api, observe }) {
      const seen: Record<string, string> = {};
      for (const { path, whose } of ADDRESSES) {
        const rows = await readable(() => firstRows(api, path));
        const emails = rows.flatMap((row) => emailsOf(at(row, whose)));
        const kinds = [...new Set(emails.map(inWords))].sort();
        seen[`${path}${whose}`] = kinds.join(', ') || 'no value seen';
      }
      observe(seen);
    },
  }),
];

/** The e-mail addresses of one user or person, or of an array of them. */
function emailsOf(somebody: Seen): unknown[] {
  const all = Array.isArray(somebody.value) ? elements(somebody) : [somebody];
  return all.filter(({ value }) => isObject(value)).map((one) => at(one, 'email').value);
}

function inWords(email: unknown): string {
  if (typeof email !== 'string' || email === '') return 'blank or absent';
  return /^[^@\s*]+@[^@\s*]+$/.test(email) ? 'complete addresses' : 'other values';
}
