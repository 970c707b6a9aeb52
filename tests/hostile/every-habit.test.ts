import { afterAll, describe, expect, test } from 'vitest';
import { HABITS } from '../../fixtures/hostile/catalogue.js';
import type { Habit } from '../../fixtures/hostile/habit.js';
import { EXPECTED } from './expected.js';
import { meet } from './met.js';
import { robustness } from './robustness.js';
import { blamesItself, obeyedIn, told } from './told.js';

/** Holds the run together if it does not end by itself: that fails the test. */
const LONGEST_SECONDS = 60;

const MOST_MEGABYTES = 400;

const rows = new Map<string, string>();

/** Those that keep the command busy for more than a quarter of a minute: each by itself, after all others. */
const SLOW: readonly string[] = [
  'names-of-their-own',
  'many-words',
  'string-of-20-mb',
  'text-of-40-mb',
  'long-dates',
  'deflate-bomb',
  'too-many-requests',
  'gone-before-restoring',
];

const isSlow = ({ id }: Habit) => SLOW.includes(id);

describe.concurrent('two at a time', () => {
  test.for(HABITS.filter((habit) => !isSlow(habit)))('$id: $says', isMet);
});

describe('slow ones', () => {
  test.for(HABITS.filter(isSlow))('$id: $says', isMet);
});

async function isMet(habit: Habit): Promise<void> {
  const met = await meet(habit, ['--max-duration', String(LONGEST_SECONDS)]);
  rows.set(habit.id, told(met));
  const { status, says } = EXPECTED[habit.id] ?? { status: undefined, says: undefined };
  expect(met.status, met.stderr).toBe(status);
  expect(status === 2 ? met.stderr : met.stdout).toMatch(says ?? '');
  expect(blamesItself(met), met.stdout + met.stderr).toBe(false);
  expect(obeyedIn(met)).toEqual([]);
  expect(met.megabytes).toBeLessThan(MOST_MEGABYTES);
  expect(met.seconds).toBeLessThan(LONGEST_SECONDS);
  expect(met.reportErrors).toEqual([]);
  expect(met.harm).toEqual([]);
  // A report where something was judged, and none where nothing was.
  expect(met.report !== undefined).toBe(status !== 2);
}

test('what is told of each is in docs/robustness.md (-u renews it)', async () => {
  expect([...rows.keys()].sort()).toEqual(HABITS.map(({ id }) => id).sort());
  await expect(robustness(rows)).toMatchFileSnapshot('../../docs/robustness.md');
});

afterAll(() => rows.clear());
