import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { vacuity, warningsOf } from '../../reporters/view/caveats.js';
import { terminalOf } from './rendered.js';
import { twoFails } from './reports.js';

/** A report whose requests were answered so; those of `requests` that are left had no answer. */
function answered(requests: number, byStatus: Record<string, number>): Report {
  const report = twoFails();
  return { ...report, traffic: { requests, bytes: 0, byMethod: { GET: requests }, byStatus } };
}

test.for<[requests: number, byStatus: Record<string, number>, says: string]>([
  [100, { 200: 5, 403: 95 }, 'of 100 requests, 95 returned 403. Is there a gateway in front of it'],
  [100, { 200: 9, 401: 1, 429: 90 }, '90 returned 429, 1 returned 401. Send requests more slowly'],
  [50, { 200: 10, 500: 30, 503: 10 }, '30 returned 500, 10 returned 503. Check the server log'],
  [1000, { 200: 100 }, 'of 1,000 requests, 900 had no complete response. Causes below'],
])('%d requests answered %j are vacuous', ([requests, byStatus, says]) => {
  const report = answered(requests, byStatus);
  const [warning = '', ...more] = warningsOf(report);
  expect(warning).toMatch(/^Nearly every request was refused or failed: /);
  expect(warning).toContain(says);
  expect(more).toEqual([]);
  const text = terminalOf(report, { colour: false, columns: 80, verbose: true });
  expect(text).toContain('! Nearly every request');
  expect(text).toMatch(/The\s+matrix\s+is\s+left\s+out/);
});

test('a read that is sent again on another connection counts once: closed connections alter no warning', () => {
  const report = answered(26, { 200: 6 });
  const { traffic } = report;
  expect(vacuity(report)).toEqual([]);
  const retried = { ...traffic, requests: 126, retried: { closed: 100 } };
  expect(vacuity({ ...report, traffic: retried })).toEqual([]);
  const lost = { ...traffic, requests: 60, retried: { closed: 20 } };
  expect(vacuity({ ...report, traffic: lost })).toEqual([
    expect.stringContaining('of 40 requests, 34 had no complete response.'),
  ]);
});

test.for<[byStatus: Record<string, number>, says: string[]]>([
  [{ 200: 90, 500: 10 }, []],
  [{ 200: 89, 500: 11 }, ['of 100 responses, 11 returned 500.']],
  [{ 200: 50, 404: 49, 502: 1 }, []],
  [{ 200: 40, 403: 45, 502: 15 }, ['of 100 responses, 15 returned 502.']],
])('the instance is unsteady, or is not: %j', ([byStatus, says]) => {
  const report = answered(100, byStatus);
  expect(warningsOf(report)).toEqual(says.map((each) => expect.stringContaining(each)));
  expect(vacuity(report)).toEqual([]);
  const text = terminalOf(report, { colour: false, columns: 80, verbose: false });
  expect(text.includes('! The instance was unsteady')).toBe(says.length > 0);
  expect(text).toMatch(/^ +1\.0 /m);
});
