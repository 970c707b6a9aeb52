import type { CheckContext, Where } from '../../harness/check-context.js';
import { unexpected } from '../../harness/expect.js';
import { at, elements, isObject, type Seen, seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import type { List } from '../../specification/lists.js';
import { since } from '../../specification/versions.js';
import { exposures } from '../support/exposures.js';
import { COLLECTIONS, firstPage, firstRows, TOP_LISTS } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { sampledIds, whyNoSample } from '../support/objects/sampled-rows.js';
import { readable } from '../support/readable.js';
import { asControl, expectLetIn, isRefused, REFUSALS } from '../support/refusal.js';
import { leaksOf, readInOtherWays } from './hidden.js';

const SPEC = 'Authentication';

/** People and users require authentication (docs/api.md, "Endpoint table"; docs/verdicts.md B-1). */
export const guardedReads: readonly Requirement[] = [
  ...COLLECTIONS.filter(({ signedIn }) => signedIn).flatMap(guarded),
  requirement({
    id: 'auth.people.maintainer',
    says: '`people/` requires authentication: a maintainer can read it if a user can',
    spec: 'Endpoint table',
    level: 'should',
    needs: ['user', 'maintainer'],
    compares: true,
    consequence: 'A caller with more rights sees less.',
    async check({ api, expect }) {
      asControl(await firstPage(api.as('user'), 'people/'), 'a user');
      expectLetIn(await api.as('maintainer').get('people/', { query: { per_page: 1 } }), expect);
    },
  }),
];

function guarded(list: List): Requirement[] {
  const { name, path } = list;
  const common = { spec: SPEC, needs: ['signed-in' as const] };
  return [
    requirement({
      ...common,
      id: `auth.${name}.list`,
      says: `\`${path}\` is refused to unauthenticated callers with 403 or 404, in any form of the request (HEAD: without a version)`,
      consequence: `Anonymous callers can collect the ${name} of the instance and their e-mail addresses.`,
      async check(context) {
        const { api, expect } = context;
        const control = await firstPage(api, path);
        asControl(control, 'an authenticated caller');
        await refused(path, context);
        const [row = seen(control)] = rowsOf(control);
        const others = await readInOtherWays(path, api);
        expect.none(exposures(row, others), others.length);
      },
    }),
    requirement({
      ...common,
      id: `auth.${name}.detail`,
      says: `\`${path}{id}/\` is refused to unauthenticated callers with 403 or 404, in any form of the request (HEAD: without a version)`,
      consequence: `Anonymous callers can collect the ${name} of the instance, id by id.`,
      async check(context) {
        const { api, expect } = context;
        for (const { path: own, object } of await oneOfEachKind(list, context)) {
          await refused(own, context);
          const others = await readInOtherWays(own, api);
          expect.none(exposures(object, others), others.length);
        }
      },
    }),
    requirement({
      ...common,
      id: `auth.${name}.no-leak`,
      says: `A refusal does not leak whether an id exists: \`${path}{id}/\` returns the same response for both, to GET, and to OPTIONS without a version`,
      compares: true,
      consequence: `Anonymous callers can count the ${name} of the instance by trying ids.`,
      async check({ api, instance, expect }) {
        const known = await oneOfEachKind(list, { api, instance });
        const leaks = known.map(({ path: own, object }) => leaksOf(object, own, api));
        expect.none((await Promise.all(leaks)).flat(), known.length);
      },
    }),
  ];
}

async function refused(path: string, { api, expect, accept }: CheckContext): Promise<void> {
  const anonymous = await api.get(path);
  expect.status(anonymous, ...REFUSALS);
  accept(`refused with ${anonymous.status}`);
}

/** How many kinds of objects are tried, a few requests each. */
const MOST_KINDS = 2;

/** Objects that authenticated callers can read, with their paths: one of each kind, told by which fields are blank. */
async function oneOfEachKind(list: List, where: Where): Promise<{ path: string; object: Seen }[]> {
  const ids = await sampledIds(list, where);
  if (ids.length === 0) inconclusive(await whyNoSample(list, where));
  const answers = await Promise.all(
    ids.map((id) => where.api.signedIn().get(`${list.path}${id}/`)),
  );
  const [first] = answers;
  const kinds = new Map<string, { path: string; object: Seen }>();
  for (const [index, answer] of answers.entries()) {
    const object = seen(answer);
    const kind = blankFields(object).join();
    const isNew = answer.status === 200 && !kinds.has(kind);
    if (isNew) kinds.set(kind, { path: `${list.path}${ids[index]}/`, object });
  }
  if (first !== undefined && kinds.size === 0) asControl(first, 'an authenticated caller');
  return [...kinds.values()].slice(0, MOST_KINDS);
}

function blankFields({ value }: Seen): string[] {
  return isObject(value) ? Object.keys(value).filter((name) => !value[name]) : [];
}

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
      expect.none(refused, OPEN.length);
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
