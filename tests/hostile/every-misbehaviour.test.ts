import { afterAll, expect, test } from 'vitest';
import { MISBEHAVIOURS } from '../../fixtures/hostile/catalogue.js';
import { EXPECTED } from './expected.js';
import { robustness } from './robustness.js';
import { blamesItself, ciCommandsIn, summaryOf } from './summary.js';
import { tryServer } from './trial.js';

/** Every run ends by itself; on a busy machine the slowest takes minutes. */
const LONGEST_SECONDS = 600;

const MOST_MEGABYTES = 400;

const rows = new Map<string, string>();

test.concurrent.for(MISBEHAVIOURS)('$id: $says', async (misbehaviour, { expect }) => {
  const trial = await tryServer(misbehaviour, ['--max-duration', String(LONGEST_SECONDS)]);
  rows.set(misbehaviour.id, summaryOf(trial));
  const expected = EXPECTED[misbehaviour.id];
  const isReported = expected?.status !== 2 || expected.isReported === true;
  expect(trial.status, trial.stderr).toBe(expected?.status);
  expect(isReported ? trial.stdout : trial.stderr).toMatch(expected?.says ?? '');
  expect(blamesItself(trial), trial.stdout + trial.stderr).toBe(false);
  expect(ciCommandsIn(trial)).toEqual([]);
  expect(trial.megabytes).toBeLessThan(MOST_MEGABYTES);
  expect(trial.reportErrors).toEqual([]);
  expect(trial.harm).toEqual([]);
  expect(trial.report !== undefined).toBe(isReported);
});

test('docs/robustness.md is up to date (-u updates it)', async () => {
  expect([...rows.keys()].sort()).toEqual(MISBEHAVIOURS.map(({ id }) => id).sort());
  await expect(robustness(rows)).toMatchFileSnapshot('../../docs/robustness.md');
});

afterAll(() => rows.clear());
