import { afterAll, describe, expect, test } from 'vitest';
import { MISBEHAVIOURS } from '../../fixtures/hostile/catalogue.js';
import type { Misbehaviour } from '../../fixtures/hostile/misbehaviour.js';
import { EXPECTED } from './expected.js';
import { robustness } from './robustness.js';
import { blamesItself, ciCommandsIn, summaryOf } from './summary.js';
import { tryServer } from './trial.js';

/** Every run ends by itself; the slowest take half a minute, several times that on a busy machine. */
const LONGEST_SECONDS = 300;

const MOST_MEGABYTES = 400;

const rows = new Map<string, string>();

/** Misbehaviours that take more than 15 s: they run one after the other, after the others. */
const SLOW: readonly string[] = [
  'unique-keys',
  'many-words',
  'string-of-20-mb',
  'text-of-40-mb',
  'long-dates',
  'deflate-bomb',
  'too-many-requests',
  'unavailable-before-restoring',
];

const isSlow = ({ id }: Misbehaviour) => SLOW.includes(id);

describe.concurrent('two at a time', () => {
  test.for(MISBEHAVIOURS.filter((misbehaviour) => !isSlow(misbehaviour)))(
    '$id: $says',
    endsAsExpected,
  );
});

describe('slow, one at a time', () => {
  test.for(MISBEHAVIOURS.filter(isSlow))('$id: $says', endsAsExpected);
});

async function endsAsExpected(misbehaviour: Misbehaviour): Promise<void> {
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
}

test('docs/robustness.md is up to date (-u updates it)', async () => {
  expect([...rows.keys()].sort()).toEqual(MISBEHAVIOURS.map(({ id }) => id).sort());
  await expect(robustness(rows)).toMatchFileSnapshot('../../docs/robustness.md');
});

afterAll(() => rows.clear());
