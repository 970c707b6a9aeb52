import { expect, test } from 'vitest';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import type { Report, Result } from '../../harness/report.js';
import { renderAnnotations } from '../../reporters/annotations.js';
import { sampleReport, sampleRequirement, sampleResults } from './sample.js';

const MUST = sampleRequirement({ id: 'a.must', title: 'A', group: 'a' });
const SHOULD = sampleRequirement({ id: 'b.should', title: 'B', group: 'b', level: 'should' });

function reportOf(must: Result['verdict'], should: Result['verdict'], rest: Partial<Report> = {}) {
  const results = [
    ...sampleResults(MUST.id, ['1.2', '1.3'], { verdict: must, reason: 'why' }),
    ...sampleResults(SHOULD.id, ['1.3'], { verdict: should, reason: 'why' }),
  ];
  const report = sampleReport({ requirements: [MUST, SHOULD], results, examined: ['1.2', '1.3'] });
  return { ...report, ...rest };
}

/** The titles of the lines, without the one for the verdict. */
function titles(report: Report): string[] {
  const lines = [...renderAnnotations(report).matchAll(/^::error title=(.*?)::/gm)];
  return lines.map(([, title = '']) => title).filter((title) => !/^[a-z ]+ \(/.test(title));
}

test.for<[string, Report, string[]]>([
  ['a sound instance', reportOf('pass', 'warn'), []],
  ['a failure', reportOf('fail', 'pass'), ['a.must in 1.2 1.3']],
  ['an inconclusive MUST', reportOf('inconclusive', 'pass'), ['a.must in 1.2 1.3']],
  ['a MUST in error', reportOf('error', 'pass'), ['a.must in 1.2 1.3']],
  // It makes no run fail.
  ['a SHOULD in error', reportOf('pass', 'error'), []],
  [
    'a warning that counts',
    reportOf('pass', 'warn', { options: { failOn: 'warn' } }),
    ['b.should in 1.3'],
  ],
])('what makes the exit status is named: %s', ([, report, expected]) => {
  expect(titles(report)).toEqual(expected);
});

test('an entry of a baseline that is out of date is named with its line', () => {
  const entry = { requirement: MUST.id, versions: ['1.2'], verdict: 'fail', line: 7 } as const;
  const report = holdAgainst(reportOf('pass', 'pass'), {
    file: 'known.yaml',
    entries: [{ ...entry, versions: ['1.2'] }],
  });
  expect(renderAnnotations(report)).toMatch(
    /^::error title=a\.must in 1\.2::stale: .*\(known\.yaml line 7\)$/m,
  );
});
