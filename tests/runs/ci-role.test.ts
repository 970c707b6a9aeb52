import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { makeUsers } from '../../fixtures/reference/data/people.js';
import type { Reference } from '../../fixtures/reference/start.js';
import type { Credentials } from '../../harness/role.js';
import { judged } from '../../tools/proof/evaluation.js';
import { idsWith } from '../ids-with.js';
import { withInstance } from './instance.js';

/** The account that may create checks; maintainers may not. */
const ROBOT = 'build-robot';

/** Runs the requirements on checks with the usual credentials and those of the role ci, and shows the checks. */
function results(ciOf: (roles: Reference['roles']) => Credentials | undefined) {
  const robotOnly = {
    change: ({ may }: Behaviour) => {
      may.createCheck = ({ username }) => username === ROBOT;
    },
  };
  return withInstance(robotOnly, async (reference) => {
    const all = await judged(reference, {
      only: ['check-writes', 'sequence.check', 'error.write.*'],
      versions: ['1.3'],
      credentials: { ...reference.roles, ci: ciOf(reference.roles) },
      writes: {},
    });
    expect(reference.mistakes).toEqual([]);
    const { checks } = reference.snapshot() as { checks: { user: number; context: string }[] };
    return {
      all,
      created: all.find(({ requirement }) => requirement === 'check.create'),
      own: checks.filter(({ context }) => context.startsWith('conformance')),
    };
  });
}

test('where only a CI account may create checks, the role ci creates them, which is noted', async () => {
  const robot = makeUsers().find(({ username }) => username === ROBOT);
  const { all, created, own } = await results(() => ({ token: robot?.token }));
  expect(idsWith(all, 'fail', 'warn', 'error', 'inconclusive', 'skipped')).toEqual([]);
  expect(created).toMatchObject({
    verdict: 'pass',
    reason: 'refused to maintainer with 403; ci may',
  });
  expect(new Set(own.map(({ user }) => user))).toEqual(new Set([robot?.id]));
});

test('without the role ci they are inconclusive, and say which credentials to set', async () => {
  const { all, created } = await results(() => undefined);
  expect(idsWith(all, 'fail', 'warn', 'error')).toEqual([]);
  expect(created).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringMatching(/set CONFORMANCE_CI_TOKEN to an account/),
  });
});

test('an account that may not create checks either is a failure', async () => {
  const { created } = await results(({ other }) => other);
  expect(created?.verdict).toBe('fail');
});
