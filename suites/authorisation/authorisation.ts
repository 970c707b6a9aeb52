import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { Memo } from '../../harness/memo.js';
import { type Group, inSection, type Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { Version } from '../../specification/versions.js';
import { firstPage, GUARDED_COLLECTIONS } from '../support/first-rows.js';
import { readable } from '../support/readable.js';
import { asControl, expectLetIn, isRefused } from '../support/refusal.js';
import { WITHOUT_ACCEPT } from '../support/request-variants.js';
import { nameOf, UNKNOWN_ACCOUNT, WRONG_TOKEN } from '../support/wrong-credentials.js';
import { anyWay } from './any-way.js';
import { bundleReads } from './bundles.js';
import { hiddenPaths } from './hidden.js';
import { openLists } from './open-lists.js';
import { guardedReads, openReads } from './reads.js';

const authentication = inSection('Authentication');

/** The two authentication schemes, with valid and with wrong credentials. */
const schemes: readonly Requirement[] = [
  authentication({
    id: 'auth.sign-in',
    says: '`Authorization: Token <API_TOKEN>` authenticates (username and password if no token is configured)',
    needs: ['signed-in'],
    consequence: 'A client can read only public data.',
    async check({ api, expect }) {
      expectLetIn(await firstPage(api, await guardedList(api)), expect);
    },
  }),
  authentication({
    id: 'auth.basic',
    says: 'HTTP basic authentication with username and password is accepted',
    needs: ['user'],
    compares: true,
    consequence: 'A client that has a username and password but no token cannot sign in.',
    async check(context) {
      const { api, expect, instance } = context;
      const user = api.as('user');
      const path = await guardedList(api);
      const byName = await user.get(path, { scheme: 'basic' });
      if (byName.status !== 200) {
        asControl(await user.get(path), 'the role `user` with its token');
        await expectNoLock(context, path);
      }
      expectLetIn(byName, expect);
      await instance.onceInRun(LET_IN_BY_NAME, [], async () => api.version);
      // What lets a caller read a list may differ from what lets the same caller read another one, or an object.
      for (const hidden of await hiddenPaths(context)) {
        expectLetIn(await user.get(hidden, { scheme: 'basic' }), expect);
      }
    },
  }),
  authentication({
    id: 'auth.wrong-token',
    says: 'A wrong token grants no access, however its scheme is spelled',
    needs: ['signed-in'],
    consequence: 'A caller with any made-up token reads protected data.',
    async check(context) {
      const { api, expect, accept } = context;
      const path = await guardedList(api);
      asControl(await firstPage(api, path), 'the right credentials');
      const answers = [
        await api.get(path, { authorization: WRONG_TOKEN }),
        // A scheme is case-insensitive.
        await api.get(path, { authorization: WRONG_TOKEN.toLowerCase() }),
        // Without its last character; not where the role has a password, whose base64 may do without.
        ...(await readable(async () => [await api.signedIn().get(path, { corrupted: true })])),
        // The username is no secret: every authenticated caller can read it.
        ...(await readable(async () => {
          const name = await nameOf(api.signedIn().role, context);
          return [await api.get(path, { authorization: `Token ${name}` })];
        })),
      ];
      // What rejects wrong credentials may differ from path to path.
      for (const hidden of await hiddenPaths(context)) {
        answers.push(await api.get(hidden, { authorization: WRONG_TOKEN }));
      }
      // Below `/api/` without a version there may be a view of its own.
      answers.push(await api.unversioned().get(path, { authorization: WRONG_TOKEN }));
      for (const answer of answers) expect.refusal(answer);
      accept(`refused with ${answers[0]?.status}`);
    },
  }),
  authentication({
    id: 'auth.wrong-password',
    says: 'Without a version, a wrong password grants no access, and neither does a username that no account has',
    needs: ['user'],
    consequence: 'A caller who knows a username, or makes one up, reads protected data.',
    async check(context) {
      const { expect, accept } = context;
      // Without a version, so that it is sent once in a run: an instance may lock an account, or a caller, after a few
      // wrong passwords.
      const api = context.api.unversioned();
      const path = await guardedList(api);
      // To the account of another role, if it has one: `user` gets one with a write. Without the last character: a
      // server may compare the beginning only.
      const cut = { scheme: 'basic', corrupted: true } as const;
      const basic = { scheme: 'basic' } as const;
      const [byOther] = await readable(async () => [await api.as('other').get(path, basic)]);
      const role = byOther?.status === 200 ? 'other' : 'user';
      const wrong = await api.as(role).get(path, cut);
      expect.refusal(wrong);
      asControl(await api.as(role).get(path, basic), 'the right password');
      for (const hidden of new Set([path, ...(await hiddenPaths(context))])) {
        // The request of version.latest; `path` has its control.
        const control = await api.as('user').get(hidden, WITHOUT_ACCEPT);
        if (control.status !== 200 && hidden !== path) continue;
        expect.refusal(await api.get(hidden, { authorization: UNKNOWN_ACCOUNT }));
      }
      accept(`refused with ${wrong.status}`);
    },
  }),
];

/** A version that let the role `user` in by its password. */
const LET_IN_BY_NAME = new Memo<Version>();

/**
 * Inconclusive if a version that let `user` in by its password does so no more: an instance may lock a caller after the
 * wrong passwords of this run.
 */
async function expectNoLock({ api, instance }: CheckContext, path: string): Promise<void> {
  const before = await instance.known(LET_IN_BY_NAME, []);
  if (before === undefined || before === api.version) return;
  const query = { look: `lock-${api.version}` };
  const { status } = await api.in(before).as('user').get(path, { scheme: 'basic', query });
  if (status === 200) return;
  inconclusive(
    `version ${before} let the role \`user\` in by its password before, and returns ${status} now: the instance may have locked it after wrong passwords (--skip auth.wrong-password)`,
  );
}

/**
 * A list that is refused to anonymous callers, if there is one that is not refused to all; inconclusive if there is
 * none.
 */
async function guardedList(api: Api): Promise<string> {
  const guarded: string[] = [];
  for (const path of GUARDED_COLLECTIONS) {
    if (!isRefused(await api.get(path))) continue;
    if ((await firstPage(api, path)).status === 200) return path;
    guarded.push(path);
  }
  return (
    guarded[0] ??
    inconclusive(
      `none of ${GUARDED_COLLECTIONS.join(', ')} is refused without credentials, so credentials cannot be tested`,
    )
  );
}

/** Authentication schemes and access rights: what each role can read and what is refused. */
export const authorisation: Group = {
  name: 'authorisation',
  requirements: [...schemes, ...openReads, openLists, ...guardedReads, ...bundleReads, ...anyWay],
};
