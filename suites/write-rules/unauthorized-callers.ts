import type { CheckContext } from '../../harness/check-context.js';
import { redirectOf } from '../../harness/client/answer.js';
import type { Requirement } from '../../harness/requirement.js';
import { readable } from '../support/readable.js';
import {
  attempt,
  attempts,
  expectUnchanged,
  isStored,
  type Row,
} from '../support/writing/attempt.js';
import { canSignIn } from '../support/writing/callers.js';
import type { Table } from '../support/writing/rows.js';
import { writes } from '../support/writing/subject.js';
import { BUNDLE } from '../support/writing/subjects.js';
import { WRONG_TOKEN, wrongPassword } from '../support/wrong-credentials.js';

/** Who is refused a write whatever the version: sent once in a run, to a bundle of one of the versions. */
export const unauthorizedCallers: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'write.wrong-credentials',
    says: 'A wrong token or a wrong password permits no write',
    spec: 'Authentication',
    consequence: 'Anybody writes under the name of a user, with a made-up token or password.',
    // An instance may lock an account after a few wrong passwords.
    check: (context) =>
      expectNoneStored(context, async ({ one }) => {
        const rowOf = (name: string, authorization: string) =>
          one(`PATCH by ${name}`, { role: 'anonymous', authorization });
        const byPassword = await readable(async () => [await wrongPassword('user', context)]);
        return [
          rowOf('a wrong token', WRONG_TOKEN),
          ...byPassword.map((authorization) => rowOf('a wrong password', authorization)),
        ];
      }),
  }),
  writes(BUNDLE, {
    id: 'write.unversioned',
    says: 'A path without a version permits no write to others: PATCH of a bundle by another user, and by an unauthenticated caller, is refused and changes nothing',
    spec: 'Authentication',
    consequence: 'Anybody changes the bundles of other users by leaving out the version.',
    check: (context) =>
      expectNoneStored(context, async ({ one }, own) => {
        const isUnversioned = true;
        const control = await attempt(
          own,
          BUNDLE,
          one('PATCH without a version', { isUnversioned }),
        );
        // No sentence says that a write needs no version: a server may redirect it.
        if (!isStored(BUNDLE, control)) {
          context.accept(`the owner's, not stored, is answered with ${control.answer.status}`);
        }
        const roles = (['other', 'anonymous'] as const).filter((role) => canSignIn(context, role));
        if (roles.includes('other')) await context.instance.expectApart('other', 'user');
        return roles.map((role) =>
          one(`PATCH without a version by ${role}`, { role, isUnversioned }),
        );
      }),
  }),
];

/** Expects that these updates of a bundle, which its owner can update, are refused or redirected, and store nothing. */
async function expectNoneStored(
  context: CheckContext,
  rows: (table: Table, own: CheckContext) => Promise<readonly Row[]>,
): Promise<void> {
  const { accept, api, expect, instance } = context;
  const version = await instance.once(
    'the version of what is written once',
    async () => api.version,
  );
  const own = { ...context, api: api.in(version) };
  const done = await attempts(own, BUNDLE, await rows(await BUNDLE.table(own), own));
  expect.each(done, 'nothing was sent', (each) => {
    const isRedirected = redirectOf(each.answer) !== undefined;
    if (!isRedirected) expect.refusal(each.answer);
    expectUnchanged(own, BUNDLE, each);
    accept(`${each.row.name}: answered with ${each.answer.status}`);
  });
}
