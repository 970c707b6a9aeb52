import { afterEach, beforeEach, expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeUsers } from '../../fixtures/reference/data/users.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import type { Credentials } from '../../harness/role.js';
import { idsWith, judged } from '../../tools/proof/evaluation.js';

/** The account that may create checks; maintainers may not. */
const ROBOT = 'build-robot';

const CHECKS = ['check-writes', 'sequence.check', 'error.write.*'];

let reference: Reference;
beforeEach(async () => {
  const behaviour = soundBehaviour();
  behaviour.may.createCheck = ({ username }) => username === ROBOT;
  reference = await startReference({ behaviour });
});
afterEach(() => reference.stop());

/** Runs the requirements on checks with the usual credentials and those of the role ci. */
function results(ci?: Credentials) {
  const credentials = { ...reference.roles, ci };
  return judged(reference, { only: CHECKS, credentials, writes: { runs: 1 } });
}

function robot(): Credentials {
  const user = makeUsers().find(({ username }) => username === ROBOT);
  if (user === undefined) throw new Error(`nobody is called ${ROBOT}`);
  return { token: user.token };
}

test('where only a CI account may create checks, the role ci creates them, which is noted', async () => {
  const all = await results(robot());
  expect(idsWith(all, 'fail', 'warn', 'error', 'inconclusive', 'skipped')).toEqual([]);
  const created = all.filter(
    ({ requirement, verdict }) => requirement === 'check.create' && verdict !== 'not-applicable',
  );
  expect(created.map(({ version, verdict, reason }) => [version, verdict, reason])).toEqual(
    ['1.2', '1.3', '1.4'].map((version) => [
      version,
      'pass',
      'refused to maintainer with 403; ci may',
    ]),
  );
  const { checks } = reference.snapshot() as { checks: { user: number; context: string }[] };
  const own = checks.filter(({ context }) => context.startsWith('conformance'));
  expect(new Set(own.map(({ user }) => user))).toEqual(new Set([7]));
  expect(reference.mistakes).toEqual([]);
});

test('without the role ci they are inconclusive, and say which credentials to set', async () => {
  const all = await results();
  expect(idsWith(all, 'fail', 'warn', 'error')).toEqual([]);
  const open = all.filter(({ verdict }) => verdict === 'inconclusive');
  expect(idsWith(open, 'inconclusive')).toContain('check.create');
  const created = open.filter(({ requirement }) => requirement === 'check.create');
  for (const { reason } of created)
    expect(reason).toMatch(/set CONFORMANCE_CI_TOKEN to an account/);
  expect(created).toHaveLength(3);
});

test('an account that may not create checks either is a failure', async () => {
  const all = await results(reference.roles.other);
  expect(idsWith(all, 'fail')).toContain('check.create');
});
