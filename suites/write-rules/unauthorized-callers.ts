import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, redirectOf } from '../../harness/client/answer.js';
import { Memo } from '../../harness/memo.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import type { Version } from '../../specification/versions.js';
import { readable } from '../support/readable.js';
import { differencesBetween, isRefused } from '../support/refusal.js';
import {
  attempt,
  attempts,
  expectUnchanged,
  isRefusal,
  isStored,
  type Row,
} from '../support/writing/attempt.js';
import { canSignIn } from '../support/writing/callers.js';
import type { Table, Updatable } from '../support/writing/rows.js';
import { bodyOf, type Subject, writes } from '../support/writing/subject.js';
import { BUNDLE, SUBJECTS, USER } from '../support/writing/subjects.js';
import { WRONG_TOKEN, wrongPassword } from '../support/wrong-credentials.js';

/** Writes of callers who have no right to any: with wrong credentials, to unknown ids, and without a version. */
export const unauthorizedCallers: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'write.wrong-credentials',
    says: 'A wrong token or a wrong password permits no write',
    spec: 'Authentication',
    consequence: 'Anybody writes under the name of a user, with a made-up token or password.',
    // An instance may lock an account after a few wrong passwords.
    check: (context) =>
      expectNoneStored(context, BUNDLE, async ({ one }) => {
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
    id: 'write.unknown-id',
    says: 'An unauthenticated PATCH or PUT of a private bundle, or of a user whom only authenticated callers see, gets the same response as one of an unknown id',
    spec: 'Authentication',
    // docs/verdicts.md B-1.
    consequence: 'Anybody finds out which private bundles and which users exist.',
    async check(context) {
      const { api, expect, write } = context;
      const pairs: { known: Answer; unknown: Answer }[] = [];
      for (const [subject, id] of [
        [BUNDLE, 'private.anonymous'],
        [USER, 'anonymous'],
      ] as const) {
        const caller = subject.unauthorized.find((each) => each.id === id);
        const done = await readable(async () => {
          const rows = caller ? await (await subject.table(context)).refused(caller) : [];
          const inJson = rows.filter(({ encoding }) => encoding === 'JSON');
          return attempts(context, subject, inJson);
        });
        for (const { answer: known, row, sent } of done) {
          await caller?.when?.bringAbout(context);
          // What everybody may read, and a write that is not refused, have requirements of their own.
          const isProtected = isRefused(await api.get(await subject.path(context)));
          if (!isProtected || !isRefusal(known)) continue;
          const path = `${subject.collection(context)}${UNKNOWN_ID}/`;
          const unknown = await write.send(api, row.method, path, { json: bodyOf(sent) });
          pairs.push({ known, unknown });
        }
      }
      const missing = 'no write of what only some may read was refused';
      expect.each(pairs, missing, ({ known, unknown }) =>
        expect.none(differencesBetween(known, unknown), 1),
      );
    },
  }),
  writes(BUNDLE, {
    id: 'write.unversioned',
    says: 'A path without a version permits no write to others: PATCH of each kind of object by another user, or an unauthenticated caller, is refused and changes nothing',
    spec: 'Authentication',
    consequence: 'Anybody changes what is not theirs by leaving out the version.',
    async check(context) {
      const tried: string[] = [];
      for (const subject of SUBJECTS) {
        if (!subject.versions.includes(context.api.version)) continue;
        // What stores no PATCH of its own role has requirements of its own.
        const each = await readable(async () => {
          await expectNoneStored(context, subject, (table, own) =>
            unversioned(own, subject, table),
          );
          return [subject.what];
        });
        tried.push(...each);
      }
      if (tried.length === 0) inconclusive('no PATCH of any object stored a field', 'failed-write');
    },
  }),
];

/** A PATCH without a version by each of the callers who must not update a subject. */
async function unversioned(own: CheckContext, subject: Subject, { one }: Table): Promise<Row[]> {
  const isUnversioned = true;
  const control = await attempt(own, subject, one('PATCH without a version', { isUnversioned }));
  // No sentence says that a write needs no version: a server may redirect it.
  if (!isStored(subject, control)) {
    const { status } = control.answer;
    own.accept(`that of the role ${subject.role}, not stored, is answered with ${status}`);
  }
  const rows: Row[] = [];
  for (const role of ['other', 'anonymous'] as const) {
    const caller = subject.unauthorized.find((each) => each.role === role);
    if (caller === undefined || !canSignIn(own, role)) continue;
    caller.expectUninvolved?.(own);
    if (role === 'other') await own.instance.expectApart(role, subject.role);
    rows.push(one(`PATCH without a version by ${role}`, { role, isUnversioned }));
  }
  return rows;
}

/** The version in which what is written once in a run is written to a subject. */
const FIRST_VERSION = new Memo<Version>();

/**
 * Expects that these updates of a subject, which its role can update, are refused or redirected, and store nothing: sent
 * once in a run, to the object of one of the versions.
 */
async function expectNoneStored(
  context: CheckContext,
  subject: Updatable,
  rows: (table: Table, own: CheckContext) => Promise<readonly Row[]>,
): Promise<void> {
  const { accept, api, expect, instance } = context;
  const version = await instance.once(FIRST_VERSION, [subject.what], async () => api.version);
  const own = { ...context, api: api.in(version) };
  const done = await attempts(own, subject, await rows(await subject.table(own), own));
  expect.each(done, 'nothing was sent', (each) => {
    const isRedirected = redirectOf(each.answer) !== undefined;
    if (!isRedirected) expect.refusal(each.answer);
    expectUnchanged(own, subject, each);
    accept(`${each.row.name} of a ${subject.what}: answered with ${each.answer.status}`);
  });
}
