import { named } from '../../harness/client/answer.js';
import { at, elements, isObject, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { Inconclusive, inconclusive } from '../../harness/violation.js';
import { ALL, since } from '../../specification/versions.js';
import { firstPage, firstRows, TOP_LISTS } from '../conventions/sources.js';
import { isTurnedAway } from './refusal.js';

const OPEN = TOP_LISTS.filter(({ signedIn }) => !signedIn).map(({ path }) => path);

/** Where an e-mail address of somebody stands in what everybody may read. */
const ADDRESSES = [
  { path: 'bundles/', whose: 'owner' },
  { path: 'covers/', whose: 'submitter' },
  { path: 'series/', whose: 'submitter' },
  { path: 'projects/', whose: 'maintainers' },
];

/** What is open to everybody, and how much of others it shows. */
export const openReads: readonly Requirement[] = [
  requirement({
    id: 'auth.public',
    says: 'Not all resources require authentication: what the table does not guard, anybody may list',
    spec: 'Authentication',
    level: 'should',
    versions: ALL,
    needs: ['signed-in'],
    consequence: 'A client without an account sees less than the specification shows it.',
    async check({ api, expect }) {
      const lists = await Promise.all(
        OPEN.map(async (path) => ({ path, anonymous: await firstPage(api, path) })),
      );
      const refused = lists.filter(({ anonymous }) => isTurnedAway(anonymous));
      const signedIn = await Promise.all(
        refused.map(({ path }) => firstPage(api.signedIn(), path)),
      );
      expect.each(lists, 'there is no list', ({ path, anonymous }) => {
        const control = signedIn[refused.findIndex((each) => each.path === path)];
        if (control?.status !== 200) return;
        expect.fail({
          message: `${named(anonymous)} answers ${anonymous.status} to anonymous callers and 200 to those that sign in`,
          expected: 'status 200 for both',
          received: anonymous.status,
          exchange: anonymous.exchange,
        });
      });
    },
  }),
  requirement({
    id: 'auth.users.settings.of-others',
    says: 'The detailed user adds `settings`: whether those of others are shown',
    spec: 'User (embedded form)',
    level: 'observe',
    versions: since('1.2'),
    once: true,
    needs: ['user'],
    consequence: 'A client may or may not be told how other users have set up the service.',
    async check({ api, instance, observe }) {
      const own = await instance.ownId('user');
      const ids = (await firstRows(api, 'users/')).map((user) => at(user, 'id').value);
      const other = ids.find((id) => Number.isInteger(id) && id !== own);
      if (other === undefined) inconclusive('users/ shows no other user');
      const { value } = at(await api.as('user').object(`users/${other}/`), 'settings');
      observe(value === undefined ? 'not shown' : 'shown');
    },
  }),
  requirement({
    id: 'auth.emails.anonymous',
    says: 'Embedded users and persons have `email`: what anonymous callers are shown there',
    spec: 'User (embedded form)',
    level: 'observe',
    versions: ALL,
    consequence: 'A client without an account may or may not learn how to write to somebody.',
    async check({ api, observe }) {
      const seen: Record<string, string> = {};
      for (const { path, whose } of ADDRESSES) {
        const rows = await readable(firstRows(api, path));
        const emails = rows.flatMap((row) => emailsOf(at(row, whose)));
        const kinds = [...new Set(emails.map(inWords))].sort();
        seen[`${path}${whose}`] = kinds.join(', ') || 'nobody to see';
      }
      observe(seen);
    },
  }),
];

/** No rows, where a list cannot be read: that is judged in the chapter of its resource. */
async function readable(rows: Promise<Seen[]>): Promise<Seen[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}

/** Of one person or user, or of each of several. */
function emailsOf(somebody: Seen): unknown[] {
  const all = Array.isArray(somebody.value) ? elements(somebody) : [somebody];
  return all.filter(({ value }) => isObject(value)).map((one) => at(one, 'email').value);
}

function inWords(email: unknown): string {
  if (typeof email !== 'string' || email === '') return 'blank or absent';
  return /^[^@\s*]+@[^@\s*]+$/.test(email) ? 'whole addresses' : 'something else';
}
