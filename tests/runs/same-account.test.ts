import { expect, test } from 'vitest';
import type { Reference } from '../../fixtures/reference/start.js';
import { credentialName } from '../../harness/role.js';
import { judged } from '../../tools/proof/evaluation.js';
import { ran, withInstance } from './instance.js';
import { expectAsItWas } from './written.js';

const WHAT = ['*.update*', '*.create*', 'auth.*', 'error.write.*'];

/** A token of each role, but for `one`, which has the token or the password of the account of `same`. */
function twins({ roles }: Reference, one: 'user' | 'other', same: 'user' | 'maintainer') {
  const tokens = Object.fromEntries(
    Object.entries(roles).map(([role, { token }]) => [role, { token }]),
  ) as Reference['roles'];
  const { name, password } = roles[same];
  return [tokens[same], { name, password }].map((twin) => ({ ...tokens, [one]: twin }));
}

test.for(['user', 'maintainer'] as const)(
  'where other is the account of %s it is not used, which is said first; a sound instance does not fail',
  async (same) => {
    await withInstance({}, async (instance) => {
      const before = instance.snapshot();
      for (const credentials of twins(instance, 'other', same)) {
        const env = Object.fromEntries(
          Object.entries(credentials).flatMap(([role, given]) =>
            Object.entries(given).map(([part, value]) => [
              credentialName(role as 'user', part as 'token'),
              value,
            ]),
          ),
        );
        const args = ['run', '--base-url', instance.url, '--project', instance.project];
        const what = ['--allow-writes', '--versions', '1.3', '--only', WHAT.join(',')];
        const { status, stdout, report } = await ran([...args, ...what], { env });
        const failed = report.results.filter(({ verdict }) => verdict === 'fail');
        expect(failed.map((each) => [each.requirement, each.verdict, each.reason])).toEqual([]);
        expect(status).toBe(3);
        const says = `The roles other and ${same} are one account (user `;
        expect(stdout.slice(0, stdout.indexOf('In short'))).toContain(says);
        expect(report.scope.rejected).toMatchObject([{ role: 'other', sameAs: same }]);
      }
      expectAsItWas(instance, before);
    });
  },
);

test('where user is the account of maintainer a sound instance does not fail', async () => {
  await withInstance({}, async (instance) => {
    const before = instance.snapshot();
    const { maintainer } = instance.roles;
    const byName = { ...instance.roles, user: maintainer };
    for (const credentials of [...twins(instance, 'user', 'maintainer'), byName]) {
      const wanted = { only: WHAT, versions: ['1.3'], credentials, writes: {} } as const;
      const results = await judged(instance, wanted);
      const failed = results.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict));
      expect(failed.map((each) => [each.requirement, each.verdict, each.reason])).toEqual([]);
    }
    expectAsItWas(instance, before);
  });
});
