import { expect, test } from 'vitest';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import type { Report } from '../../harness/report.js';
import { everywhere, plotted, type Rest } from './plots.js';

const LINES = { 'a.rule': { verdicts: everywhere('pass') } };

function caveats(before: Rest, after: Rest): string {
  const startedAt = '2026-01-03T03:04:05.000Z';
  const reports = [plotted(LINES, before), plotted(LINES, { startedAt, ...after })];
  return compareReports(reports.map((report) => ({ file: 'x.json', report }))).caveats.join('\n');
}

function target(given: Partial<Report['target']>): Pick<Report, 'target'> {
  return { target: { ...plotted(LINES).target, ...given } };
}

const SCOPE = { versions: ['1.1'], roles: [], writes: false, hazardousInputs: false } as const;

test('of two runs alike there is nothing to say beforehand', () => {
  expect(caveats({}, {})).toBe('');
});

test('what makes two runs differ is said before anything else', () => {
  const before: Rest = {
    interrupted: true,
    options: { only: ['page.*'], roles: ['user', 'other'], scan: 'every object', thorough: 5 },
    scope: { ...SCOPE, versions: ['1.1'], roles: [], requirements: '1.0' },
    ...target({ versionsExamined: ['1.2'] }),
  };
  const after: Rest = {
    interrupted: true,
    ended: { by: 'limit', why: 'the limit of --max-requests 50 was reached' },
    seed: 7,
    options: { only: [], skip: ['auth.*'], roles: [], writes: { hazardous: false, journal: 'j' } },
    tool: { name: 'patchwork-conformance', version: '0.2.0' },
    ...target({ baseUrl: 'https://other.example.org', versionsExamined: ['1.1'] }),
  };
  expect(caveats(before, after)).toMatchInlineSnapshot(`
    "A: the run was interrupted; unchecked requirements are not compared.
    B: the limit of --max-requests 50 was reached; unchecked requirements are not compared.
    The instances have different addresses: A https://patchwork.example.org, B https://other.example.org.
    The reports select different requirements: A only page.*, B not auth.*. Only common requirements are compared.
    The runs are judged by different requirements (--requirements): A 1.0, B all. Only common requirements are compared.
    Offered versions were not tested: A 1.1, B 1.2. What held in them before is no longer checked.
    The runs used different roles: A user other, B nobody. Requirements of missing roles are not compared.
    The runs wrote different values: A nothing, B without hazardous values. Only common checks are compared.
    The runs looked at different things: A whole lists, 5 random queries a list, seed 42, B seed 7. What only one of them asked is not compared.
    The versions of the suite differ: A patchwork-conformance 0.1.0, B patchwork-conformance 0.2.0. Verdicts may differ for this reason.
    A and B have no tested version in common: nothing is compared."
  `);
});

test('neither of two instances is before the other; of one, the newer must come last', () => {
  const [older, newer] = ['2026-01-01T00:00:00Z', '2026-02-02T00:00:00Z'];
  const other = target({ baseUrl: 'https://other.example.org' });
  expect(caveats({ startedAt: newer }, { startedAt: older })).toMatch(/^B is older than A:/);
  expect(caveats({ startedAt: newer }, { startedAt: older, ...other })).not.toContain('older');
});
