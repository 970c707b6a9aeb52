import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MISBEHAVIOURS } from '../../fixtures/hostile/catalogue.js';
import type { Misbehaviour } from '../../fixtures/hostile/misbehaviour.js';
import { EXPECTED } from '../hostile/expected.js';
import { blamesItself, summaryOf } from '../hostile/summary.js';
import { tryServer } from '../hostile/trial.js';

// One of each kind; all of them are for npm run test:hostile.
const QUICK = ['reset-within-headers', 'gzip-bomb', 'expired-certificate', 'everything-forbidden'];

function misbehaviourOf(id: string): Misbehaviour {
  const misbehaviour = MISBEHAVIOURS.find((each) => each.id === id);
  if (misbehaviour === undefined) throw new Error(`unknown misbehaviour ${id}`);
  return misbehaviour;
}

test.for(QUICK)('a server that misbehaves: %s', async (id) => {
  const misbehaviour = misbehaviourOf(id);
  const trial = await tryServer(misbehaviour);
  const { status, says } = EXPECTED[id] ?? { status: undefined, says: undefined };
  expect(trial.status, trial.stderr).toBe(status);
  expect(status === 2 ? trial.stderr : trial.stdout).toMatch(says ?? '');
  expect(blamesItself(trial)).toBe(false);
  expect(trial.megabytes).toBeLessThan(400);
  expect(trial.reportErrors).toEqual([]);
  const page = await readFile(new URL('../../docs/robustness.md', import.meta.url), 'utf8');
  expect(page).toContain(`| ${misbehaviour.says} | ${summaryOf(trial)} |`);
});

test('--max-duration before anything was judged is one line, status 2', async () => {
  const never = misbehaviourOf('never-responds');
  const { status, stdout, stderr, report } = await tryServer(never, ['--max-duration', '1']);
  expect(stderr).toBe(
    'conformance: the run reached its --max-duration of 1 s before anything was checked\n',
  );
  expect([status, stdout, report]).toEqual([2, '', undefined]);
});

test('every misbehaviour has an id of its own, and something that is expected of it', () => {
  expect(MISBEHAVIOURS.map(({ id }) => id).sort()).toEqual(Object.keys(EXPECTED).sort());
  expect(new Set(MISBEHAVIOURS.map(({ id }) => id)).size).toBe(MISBEHAVIOURS.length);
});
