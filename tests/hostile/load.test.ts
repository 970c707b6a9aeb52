import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ALL, type Intercepted, intercepting, pass } from '../../fixtures/hostile/intercepting.js';
import { blamesItself } from './summary.js';
import { tryServer } from './trial.js';

test('64 concurrent requests to an instance that responds in two seconds: nothing is lost', async () => {
  const delayed = async (intercepted: Intercepted) => {
    await pause(2000);
    await pass(intercepted);
  };
  const slow = intercepting('slow', 'Every response is delayed.', delayed, ALL);
  const trial = await tryServer(slow, ['--concurrency', '64']);
  expect(blamesItself(trial), trial.stderr).toBe(false);
  expect(trial.reportErrors).toEqual([]);
  const { results = [], requirements = [] } = trial.report ?? {};
  const pairs = results.map(({ requirement, version }) => `${requirement} ${version}`);
  expect(pairs.length).toBeGreaterThan(400);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  const ids = new Set(results.map(({ requirement }) => requirement));
  expect(requirements.filter(({ id }) => !ids.has(id))).toEqual([]);
  expect(trial.status).toBe(0);
});
