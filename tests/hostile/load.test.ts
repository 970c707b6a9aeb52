import { expect, test } from 'vitest';
import { instanceOf, slowInstance } from '../../fixtures/hostile/heavy.js';
import type { Report } from '../../harness/report.js';
import { blamesItself } from './summary.js';
import { type Trial, tryServer } from './trial.js';

const WIDE = ['--concurrency', '64', '--timeout', '30'];

/** Expects each result once, and no errors. */
function expectNothingLost(trial: Trial): Report {
  expect(blamesItself(trial), trial.stderr).toBe(false);
  expect(trial.reportErrors).toEqual([]);
  const report = trial.report as Report;
  const pairs = report.results.map(({ requirement, version }) => `${requirement} ${version}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(report.results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  const ids = new Set(report.results.map(({ requirement }) => requirement));
  expect(report.requirements.filter(({ id }) => !ids.has(id))).toEqual([]);
  return report;
}

test('64 concurrent requests to an instance of 200,000 patches: no more requests and no more memory', async () => {
  const [few, many] = [
    await tryServer({ id: 'few', says: '', start: () => instanceOf(100) }, WIDE),
    await tryServer({ id: 'many', says: '', start: () => instanceOf(200_000) }, WIDE),
  ];
  const [before, after] = [few, many].map(expectNothingLost);
  expect(after?.counts).toMatchObject({ fail: 0, warn: 0 });
  // The requests depend on the responses, but not on the size of the instance.
  expect(after?.traffic.requests).toBeLessThan(1.05 * (before?.traffic.requests ?? 0));
  expect(many.megabytes).toBeLessThan(1.25 * few.megabytes);
}, 240_000);

test('64 concurrent requests to an instance that responds in two seconds: nothing is lost', async () => {
  const slow = () => slowInstance(2000);
  const trial = await tryServer({ id: 'slow', says: '', start: slow }, WIDE);
  expectNothingLost(trial);
  expect(trial.status).toBe(0);
}, 240_000);
