import { expect, test } from 'vitest';
import { instanceOf, slowInstance } from '../../fixtures/hostile/heavy.js';
import type { Report } from '../../harness/report.js';
import { meet, type Sampled } from './met.js';
import { blamesItself } from './told.js';

const WIDE = ['--concurrency', '64', '--timeout', '30'];

/** Every result there is once, and none is in error. */
function expectNothingLost(met: Sampled): Report {
  expect(blamesItself(met), met.stderr).toBe(false);
  expect(met.reportErrors).toEqual([]);
  const report = met.report as Report;
  const pairs = report.results.map(({ requirement, version }) => `${requirement} ${version}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(report.results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  const ids = new Set(report.results.map(({ requirement }) => requirement));
  expect(report.requirements.filter(({ id }) => !ids.has(id))).toEqual([]);
  return report;
}

test('64 requests at once of an instance of 200,000 patches: no more requests, and no more memory', async () => {
  const [few, many] = [
    await meet({ id: 'few', says: '', start: () => instanceOf(100) }, WIDE),
    await meet({ id: 'many', says: '', start: () => instanceOf(200_000) }, WIDE),
  ];
  const [before, after] = [few, many].map(expectNothingLost);
  expect(after?.counts).toMatchObject({ fail: 0, warn: 0 });
  // What is asked depends on what is shown, but not on how much there is.
  expect(after?.traffic.requests).toBeLessThan(1.05 * (before?.traffic.requests ?? 0));
  expect(many.megabytes).toBeLessThan(1.25 * few.megabytes);
}, 240_000);

test('64 requests at once of an instance that answers in two seconds: nothing is lost', async () => {
  const slow = () => slowInstance(2000);
  const met = await meet({ id: 'slow', says: '', start: slow }, WIDE);
  expectNothingLost(met);
  expect(met.status).toBe(0);
}, 240_000);
