import type { CheckContext } from '../../harness/check-context.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, NotGiven } from '../../harness/violation.js';
import { WRITABLE_VERSIONS } from '../../specification/versions.js';
import { readable } from '../support/readable.js';
import { type Attempt, attempts, expectStored, type Row } from '../support/writing/attempt.js';
import { schemesOf } from '../support/writing/callers.js';
import type { Subject } from '../support/writing/subject.js';
import { SUBJECTS } from '../support/writing/subjects.js';

/** Requirements on updates that are signed in by username and password, or whose `Content-Type` has a parameter. */
export const otherWays: readonly Requirement[] = [
  requirement({
    id: 'write.basic',
    says: 'A write that is signed in by username and password has the same effect as by token: PATCH and PUT',
    spec: 'Authentication',
    versions: WRITABLE_VERSIONS,
    needs: ['writes', 'user-or-maintainer'],
    consequence: 'A client that has a username and password but no token can only read.',
    async check(context) {
      const way = { scheme: 'basic' } as const;
      const done = await storing(context, 'by username and password', way, ['PATCH', 'PUT']);
      if (done.length > 0) return;
      throw new NotGiven('no role that may write signs in both by token and by password');
    },
  }),
  requirement({
    id: 'write.charset',
    says: 'JSON is read as JSON if its `Content-Type` has a parameter: `application/json; charset=utf-8`',
    spec: 'Endpoints',
    versions: WRITABLE_VERSIONS,
    needs: ['writes', 'user-or-maintainer'],
    level: 'should',
    consequence: 'A client whose library adds the charset cannot write.',
    async check(context) {
      const way = { encoding: 'JSON with a charset' } as const;
      const done = await storing(context, 'with a charset', way, ['PATCH']);
      if (done.length === 0) inconclusive('no PATCH of any object stored a field', 'failed-write');
    },
  }),
];

/** Expects that an update sent in another way stores what a usual one stores, for every subject and each of its methods. */
async function storing(
  context: CheckContext,
  way: string,
  parts: Pick<Partial<Row>, 'scheme' | 'encoding'>,
  methods: readonly ('PATCH' | 'PUT')[],
): Promise<Attempt[]> {
  const done: [Subject, Attempt, accepted: number[]][] = [];
  for (const subject of SUBJECTS.filter(({ versions }) => versions.includes(context.api.version))) {
    const schemes = await schemesOf(context, subject.role);
    if (parts.scheme !== undefined && schemes.length < 2) continue;
    const own = await readable(async () => {
      const { accepted, kept, one, put } = await subject.table(context);
      const rows = methods
        .filter((method) => subject.methods.includes(method))
        .map((method) =>
          method === 'PUT'
            ? // One by token shows whether PUT works at all.
              { ...put(`PUT ${way}`), ...parts, beside: put() }
            : one(`PATCH ${way}`, parts),
        );
      const stored = { ...subject, fields: kept };
      const updates = await attempts(context, stored, rows);
      return updates.map((each): (typeof done)[number] => [stored, each, accepted]);
    });
    done.push(...own);
  }
  context.expect.all(done, ([subject, each, accepted]) => {
    context.expect.status(each.answer, ...accepted);
    expectStored(context, subject, each);
  });
  return done.map(([, each]) => each);
}
