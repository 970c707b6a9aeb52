import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { sampleExchange } from '../reporters/sample.js';
import { compared, stepOf, told } from './comparing.js';
import { everywhere, plotted } from './plots.js';

const READS = [{ role: 'anonymous', paths: ['/api/1.1/patches/'] }];

/** A report whose rule is violated by what one request showed. */
function failing(path: string, rest: Partial<Report> = {}): Report {
  const report = plotted({ 'a.rule': { verdicts: { '1.1': 'fail', '1.2': 'pass' } } });
  const shown = { violations: [{ message: 'boom', exchange: 1 }], exchanges: [1] };
  return {
    ...report,
    results: report.results.map((each) => (each.verdict === 'fail' ? { ...each, ...shown } : each)),
    exchanges: [sampleExchange(1, path)],
    ...rest,
  };
}

const PASSING = plotted(
  { 'a.rule': { verdicts: everywhere('pass') } },
  { reads: READS, options: { credentials: [] } },
);

test.for<[string, Partial<Report>]>([
  ['--exhaustive', { options: { scan: 'every object' } }],
  ['--sample', { options: { scan: 10 } }],
  ['--thorough', { options: { thorough: 9 } }],
  ['--seed', { seed: 7 }],
  ['--hazardous-inputs', { options: { hazardous: true } }],
  ['roles', { scope: { ...PASSING.scope, roles: ['user'] } }],
  ['passwords', { options: { credentials: ['CONFORMANCE_USER_PASSWORD'] } }],
  ['--project', { options: { project: 'another' } }],
  ['--header', { options: { headers: ['X-Other'] } }],
  ['writes', { scope: { ...PASSING.scope, writes: true } }],
])('what only a deeper run asks is neither fixed nor a regression: %s', ([, depth]) => {
  const deeper = failing('/api/1.1/patches/?page=9', depth);
  expect(told(stepOf(PASSING, deeper))).toEqual(['not-comparable a.rule 1.1']);
  expect(compared(PASSING, deeper).verdict).toBe('incomplete');
  expect(told(stepOf(deeper, PASSING))).toEqual(['not-comparable a.rule 1.1']);
  expect(compared(deeper, PASSING).verdict).toBe('not-regressed');
  // A request that both sent.
  const both = failing('/api/1.1/patches/', depth);
  expect(told(stepOf(PASSING, both))).toEqual(['regression a.rule 1.1']);
  expect(told(stepOf(both, PASSING))).toEqual(['fixed a.rule 1.1']);
});

test('a report is held against the last one that can be compared', () => {
  const options = { scan: 'every object' };
  const [held, broken] = [
    { ...PASSING, options },
    failing('/api/1.1/patches/?page=9', { options }),
  ];
  expect(compared(held, PASSING, broken).verdict).toBe('regressed');
  // A shallow pass does not settle what a deep run has seen; a deep one does.
  expect(compared(PASSING, broken, PASSING).verdict).toBe('incomplete');
  expect(compared(PASSING, broken, held).verdict).toBe('not-regressed');
  expect(compared(PASSING, held, PASSING).verdict).toBe('not-regressed');
});

test('a violation that a later pass has refuted is no excuse for one after it', () => {
  const deep = failing('/api/1.1/patches/?page=9', { options: { hazardous: true } });
  const shallow = failing('/api/1.1/patches/');
  expect(compared(PASSING, deep).verdict).toBe('incomplete');
  expect(compared(shallow, PASSING, deep).verdict).toBe('incomplete');
  expect(compared(shallow, deep).verdict).toBe('not-regressed');
});

test.for(['every object', 5000])(
  'a list that was not read to the end was not looked at: %s',
  (scan) => {
    const options = { scan };
    const list = { path: 'patches/', version: '1.1' as const, objects: 10, pages: 1 };
    const scanned = (complete: boolean) => ({ objects: 10, lists: [{ ...list, complete }] });
    const broken = failing('/api/1.1/patches/?page=9', { options, scan: scanned(true) });
    const whole = { ...PASSING, options, scan: scanned(true) };
    const cut = { ...PASSING, options, scan: scanned(false) };
    expect(compared(whole, broken).verdict).toBe('regressed');
    expect(compared(cut, broken).verdict).toBe('incomplete');
    // Of two that were not, the newer may have come further.
    expect(compared(cut, { ...broken, scan: scanned(false) }).verdict).toBe('incomplete');
  },
);

test('a violation that could not be compared hides none behind it', () => {
  const other = failing('/api/1.1/patches/?page=9', { seed: 7 });
  expect(compared(PASSING, other, other).verdict).toBe('incomplete');
  expect(compared(PASSING, other, failing('/api/1.1/patches/')).verdict).toBe('regressed');
  // Two masked addresses look alike.
  const path = '/api/1.1/covers/?submitter=a***@e***';
  const reads = [{ role: 'anonymous', paths: [path] }];
  const masked = compared({ ...PASSING, reads }, failing(path, { seed: 7 }));
  expect(masked.verdict).toBe('incomplete');
});

test('what a shallower run sees violated, a deeper one would have seen', () => {
  const deep = { ...PASSING, options: { scan: 'every object', hazardous: true } };
  const shallow = failing('/api/1.1/patches/?page=2');
  expect(told(stepOf(deep, shallow))).toEqual(['regression a.rule 1.1']);
  expect(told(stepOf(shallow, deep))).toEqual(['fixed a.rule 1.1']);
});
