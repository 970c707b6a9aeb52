import { expect, test } from 'vitest';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import type { Report, ReportedScope } from '../../harness/report.js';
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

const SCOPE: ReportedScope = {
  versions: ['1.1', '1.2'],
  roles: [],
  writes: false,
  hazardousInputs: false,
};

const CAVEATS: [name: string, before: Rest, after: Rest, expected: RegExp][] = [
  ['an interrupted run', {}, { interrupted: true }, /^B was interrupted: unchecked requirements/],
  ['two interrupted runs', { interrupted: true }, { interrupted: true }, /^A, B were interrupted/],
  [
    'other addresses',
    {},
    target({ baseUrl: 'https://other.example.org' }),
    /^The instances have different addresses: A https:\/\/patchwork\.example\.org, B https:\/\/other\.example\.org\./,
  ],
  [
    'other selections',
    { options: { only: ['page.*'] } },
    { options: { only: [], skip: ['auth.*'] } },
    /^The reports select different requirements: A only page\.\*, B not auth\.\*\./,
  ],
  [
    'other frozen requirements',
    { scope: { ...SCOPE, requirements: '1.0' } },
    {},
    /^The runs are judged by different requirements \(--requirements\): A 1\.0, B all\./,
  ],
  [
    'versions left out',
    {},
    target({ versionsExamined: ['1.1'] }),
    /^Offered versions were not tested: A none, B 1\.2\./,
  ],
  [
    'nothing in common',
    target({ versionsExamined: ['1.2'] }),
    target({ versionsExamined: ['1.1'] }),
    /A and B have no tested version in common: nothing is compared\./,
  ],
  [
    'other roles',
    { options: { roles: ['user', 'other'] } },
    { options: { roles: [] } },
    /^The runs used different roles: A user other, B nobody\./,
  ],
  [
    'other writes',
    {},
    { options: { writes: { hazardous: false, journal: 'j' } } },
    /^The runs wrote different values: A nothing, B without hazardous values\./,
  ],
  [
    'other versions of the suite',
    {},
    { tool: { name: 'patchwork-conformance', version: '0.2.0' } },
    /^The versions of the suite differ: A patchwork-conformance 0\.1\.0, B /,
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
