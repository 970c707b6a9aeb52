import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { HABITS } from '../../fixtures/hostile/catalogue.js';
import type { Habit } from '../../fixtures/hostile/habit.js';
import { EXPECTED } from '../hostile/expected.js';
import { meet } from '../hostile/met.js';
import { blamesItself, told } from '../hostile/told.js';

// One of each kind; all of them are for npm run test:hostile.
const QUICK = ['reset-within-the-headers', 'gzip-bomb', 'expired-certificate', 'forbidden-to-all'];

function habitOf(id: string): Habit {
  const habit = HABITS.find((each) => each.id === id);
  if (habit === undefined) throw new Error(`no habit is called ${id}`);
  return habit;
}

test.for(QUICK)('a server that misbehaves: %s', async (id) => {
  const habit = habitOf(id);
  const met = await meet(habit);
  const { status, says } = EXPECTED[id] ?? { status: undefined, says: undefined };
  expect(met.status, met.stderr).toBe(status);
  expect(status === 2 ? met.stderr : met.stdout).toMatch(says ?? '');
  expect(blamesItself(met)).toBe(false);
  expect(met.megabytes).toBeLessThan(400);
  expect(met.reportErrors).toEqual([]);
  const page = await readFile(new URL('../../docs/robustness.md', import.meta.url), 'utf8');
  expect(page).toContain(`| ${habit.says} | ${told(met)} |`);
});

test('--max-duration before anything was judged is one line, status 2', async () => {
  const never = habitOf('never-answers');
  const { status, stdout, stderr, report } = await meet(never, ['--max-duration', '1']);
  expect(stderr).toBe(
    'conformance: the run reached its --max-duration of 1 s before anything was checked\n',
  );
  expect([status, stdout, report]).toEqual([2, '', undefined]);
});

test('every habit has an id of its own, and something that is expected of it', () => {
  expect(HABITS.map(({ id }) => id).sort()).toEqual(Object.keys(EXPECTED).sort());
  expect(new Set(HABITS.map(({ id }) => id)).size).toBe(HABITS.length);
});
