import { expect, test } from 'vitest';
import type { Report, Result } from '../../harness/report.js';
import { parseReport } from '../../harness/stored-report.js';
import { formatFor, RUN } from '../../reporters/formats.js';
import { versionRange } from '../../reporters/view/words.js';
import { terminalOf } from './rendered.js';
import { conformant, everyVerdict } from './reports.js';

// A stored report looks the same in a release that knows other versions of the API.

/** The report as if its last version had been called 1.9, which the code does not know. */
function with19(report: Report): Report {
  const last = report.target.versionsOffered.at(-1) ?? '';
  return parseReport(
    JSON.stringify(report).replaceAll(`"${last}"`, '"1.9"').replaceAll(`/${last}/`, '/1.9/'),
  );
}

const REPORT = with19(everyVerdict());

const rendered = (extension: string, report = REPORT) => formatFor(RUN, `run.${extension}`)(report);

test('the terminal has a column for it', () => {
  const text = terminalOf(REPORT, { colour: false, columns: 100, verbose: true });
  expect(text).toContain('1.0 1.1 1.2 1.9 offered, 1.4 not offered');
  expect(text).toMatch(/ 1\.0 +1\.1 +1\.2 +1\.9\n/);
  expect(text).toMatch(/in .*1\.9/);
  expect(text).not.toContain('1.3');
});

test.for<[extension: string, ...patterns: RegExp[]]>([
  ['html', /<th [^>]*><b>1\.9<\/b>/, /<a href="#fail:page\.next\.absent-on-last">/],
  ['html', /1\.0 1\.1 1\.2 1\.9 offered, 1\.4 not offered/],
  ['md', /\|.* 1\.0 \| 1\.1 \| 1\.2 \| 1\.9 \|/],
  ['md', /`page\.next\.absent-on-last` MUST, fails in 1\.1–1\.2, 1\.9/],
  ['xml', /name="page\.next\.absent-on-last in 1\.9"/],
  ['json', /"version": "1\.9"/],
  ['svg', /aria-label="Patchwork API: [^"]*1\.9 nonconformant [^"]*"/],
  ['har', /\/api\/1\.9\//],
])('a file in %s has what belongs to it', ([extension, ...patterns]) => {
  for (const pattern of patterns) expect(rendered(extension)).toMatch(pattern);
});

test('a version that is not offered keeps its column, which shows nothing but that', () => {
  const report = conformant();
  const versions = report.target.versionsOffered.filter((version) => version !== '1.2');
  const results = report.results.map(
    (result): Result => (result.version === '1.2' ? { ...result, verdict: 'skipped' } : result),
  );
  const gap: Report = {
    ...report,
    target: { ...report.target, versionsOffered: versions, versionsExamined: versions },
    results,
  };
  const text = terminalOf(gap, { colour: false, columns: 100 });
  expect(text).toMatch(/\nroot +24 requirements(?: +✓24){2} +·(?: +✓24){2}\n/);
  expect(text).toMatch(/\n✓ pass +holds +144 +144 +· +144 +144\n/);
  expect(text).not.toContain('– skipped');
  expect(rendered('md', gap)).toContain('| root (24) | ✅ 24 | ✅ 24 | · | ✅ 24 | ✅ 24 |');
  expect(rendered('html', gap)).toMatch(/<td class="not-applicable"><span aria-hidden="true">·</);
});

test('neighbouring versions are those that differ by one', () => {
  const range = (...versions: string[]) =>
    versionRange(versions as Report['target']['versionsOffered']);
  expect(range('1.8', '1.9', '1.10')).toBe('1.8–1.10');
  expect(range('1.9', '2.0', '2.1')).toBe('1.9, 2.0–2.1');
  expect(range()).toBe('');
});
