import { expect, test } from 'vitest';
import { compareVersions } from '../../analysis/comparison/compare-versions.js';
import { coverField, plotted } from './plots.js';

const REPORT = plotted(
  {
    'a.same': { verdicts: { '1.1': 'pass', '1.2': 'pass', '1.3': 'pass' } },
    'b.lost': { verdicts: { '1.1': 'pass', '1.2': 'pass', '1.3': 'fail' } },
    'c.gained': { verdicts: { '1.1': 'fail', '1.2': 'pass', '1.3': 'pass' } },
    'd.new': {
      verdicts: { '1.1': 'not-applicable', '1.2': 'pass', '1.3': 'pass' },
      versions: ['1.2', '1.3', '1.4'],
    },
    'e.absent': {
      verdicts: { '1.1': 'pass', '1.2': 'not-applicable', '1.3': 'not-applicable' },
      versions: ['1.0', '1.1'],
    },
  },
  {
    offered: ['1.1', '1.2', '1.3'],
    fields: [
      ...coverField('mbox', 'always', ['1.1', '1.2', '1.3']),
      ...coverField('msgid', 'never', ['1.1'], false),
      ...coverField('msgid', 'always', ['1.2', '1.3']),
    ],
  },
);

test('what a client gains and loses: verdicts, requirements of one version only, fields', () => {
  const comparison = compareVersions('run.json', REPORT, ['1.1', '1.3']);
  const [step] = comparison.steps;
  expect(step?.changes.map(({ kind, requirement }) => `${kind} ${requirement}`)).toEqual([
    'regression b.lost',
    'fixed c.gained',
  ]);
  expect(step?.requirementsNew.map(({ requirement }) => requirement)).toEqual(['d.new']);
  expect(step?.requirementsGone.map(({ requirement }) => requirement)).toEqual(['e.absent']);
  expect(step?.fields.map(({ kind, field }) => `${field} ${kind}`)).toEqual(['msgid appeared']);
  expect(step?.unchanged).toBe(1);
  expect(comparison.verdict).toBe('regressed');
  expect(comparison.of).toBe('versions');
});

test('of three versions each is compared with the one before it', () => {
  const { steps, matrix } = compareVersions('run.json', REPORT, ['1.1', '1.2', '1.3']);
  expect(steps.map(({ from, to, counts }) => [from, to, counts.regression, counts.fixed])).toEqual([
    ['1.1', '1.2', 0, 1],
    ['1.2', '1.3', 1, 0],
  ]);
  expect(matrix.rows.map(({ requirement, verdicts }) => [requirement, ...verdicts])).toEqual([
    ['b.lost', 'pass', 'pass', 'fail'],
    ['c.gained', 'fail', 'pass', 'pass'],
  ]);
});

test('an interrupted run says so first', () => {
  const { caveats } = compareVersions('run.json', { ...REPORT, interrupted: true }, ['1.1', '1.2']);
  expect(caveats).toEqual([
    'run.json: the run was interrupted; unchecked requirements are not compared.',
  ]);
});
