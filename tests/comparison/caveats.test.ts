import { expect, test } from 'vitest';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import type { Report } from '../../harness/report.js';
import { everywhere, plotted, type Rest } from './plots.js';

const LINES = { 'a.rule': { verdicts: everywhere('pass') } };

function caveats(before: Rest, after: Rest): string[] {
  const reports = [plotted(LINES, { seed: 1, ...before }), plotted(LINES, { seed: 2, ...after })];
  return compareReports(reports.map((report) => ({ file: 'x.json', report }))).caveats;
}

function target(given: Partial<Report['target']>): Pick<Report, 'target'> {
  return { target: { ...plotted(LINES).target, ...given } };
}

test('of two runs alike there is nothing to say beforehand', () => {
  expect(caveats({}, {})).toEqual([]);
});

const CAVEATS: [name: string, before: Rest, after: Rest, expected: RegExp][] = [
  ['an interrupted run', {}, { interrupted: true }, /^B was interrupted: what had not been judged/],
  ['two interrupted runs', { interrupted: true }, { interrupted: true }, /^A, B were interrupted/],
  [
    'other addresses',
    {},
    target({ baseUrl: 'https://other.example.org' }),
    /^They are of instances at different addresses: A https:\/\/patchwork\.example\.org, B https:\/\/other\.example\.org\./,
  ],
  [
    'other selections',
    { options: { only: ['page.*'] } },
    { options: { only: [], skip: ['auth.*'] } },
    /^They judged different selections: A only page\.\*, B not auth\.\*\. What one of them left out/,
  ],
  [
    'versions left out',
    {},
    target({ versionsExamined: ['1.1'] }),
    /^They left out versions that are offered: A none, B 1\.2\./,
  ],
  [
    'nothing in common',
    target({ versionsExamined: ['1.2'] }),
    target({ versionsExamined: ['1.1'] }),
    /A and B have examined no version in common: nothing is compared\./,
  ],
  [
    'other roles',
    { options: { roles: ['user', 'other'] } },
    { options: { roles: [] } },
    /^They signed in as different roles: A user other, B nobody\./,
  ],
  [
    'other writes',
    {},
    { options: { writes: { runs: 3, hazardous: false, journal: 'j' } } },
    /^They wrote differently: A nothing, B conservative values\./,
  ],
  [
    'other versions of the suite',
    {},
    { tool: { name: 'patchwork-conformance', version: '0.2.0' } },
    /^They were made by different versions of the suite: A patchwork-conformance 0\.1\.0, B /,
  ],
  [
    'the newer before the older',
    { startedAt: '2026-02-02T00:00:00Z' },
    { startedAt: '2026-01-01T00:00:00Z' },
    /^B is older than A:/,
  ],
];

test.for(CAVEATS)('%s: said before anything else', ([, before, after, expected]) => {
  expect(caveats(before, after).join('\n')).toMatch(expected);
});

test('neither of two instances is before the other', () => {
  const [older, newer] = ['2026-01-01T00:00:00Z', '2026-02-02T00:00:00Z'];
  const other = target({ baseUrl: 'https://other.example.org' });
  const said = caveats({ startedAt: newer }, { startedAt: older, ...other });
  expect(said.join('\n')).not.toContain('older');
});
