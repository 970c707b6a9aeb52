import { expect, test } from 'vitest';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import { compared, stepOf, told } from './comparing.js';
import { coverField, everywhere, plotted } from './plots.js';

test('regressions come first, the MUSTs of them first, else in the order of the report', () => {
  const before = plotted({
    'a.fixed': { verdicts: everywhere('fail') },
    'b.should': { verdicts: everywhere('pass'), level: 'should' },
    'c.must': { verdicts: everywhere('pass') },
    'd.open': { verdicts: everywhere('pass') },
    'e.same': { verdicts: everywhere('fail') },
    'f.found': { verdicts: everywhere('skipped') },
    'g.held': { verdicts: everywhere('inconclusive') },
  });
  const after = plotted({
    'a.fixed': { verdicts: everywhere('pass') },
    'b.should': { verdicts: everywhere('warn'), level: 'should' },
    'c.must': { verdicts: { '1.1': 'pass', '1.2': 'fail' } },
    'd.open': { verdicts: everywhere('error') },
    'e.same': { verdicts: everywhere('fail') },
    'f.found': { verdicts: everywhere('fail') },
    'g.held': { verdicts: everywhere('pass') },
  });
  const step = stepOf(before, after);
  expect(told(step)).toEqual([
    'regression c.must 1.2',
    'regression b.should 1.1 1.2',
    'newly-failing f.found 1.1 1.2',
    'fixed a.fixed 1.1 1.2',
    'no-longer-checked d.open 1.1 1.2',
    'newly-passing g.held 1.1 1.2',
  ]);
  expect(step.unchanged).toBe(3);
  expect(step.counts).toEqual({
    regression: 2,
    'newly-failing': 1,
    'not-comparable': 0,
    fixed: 1,
    'no-longer-checked': 1,
    'newly-passing': 1,
  });
});

test.for([
  ['must', 'fail', 'regressed'],
  ['should', 'warn', 'not-regressed'],
  ['must', 'pass', 'not-regressed'],
  ['must', 'inconclusive', 'incomplete'],
  ['should', 'inconclusive', 'not-regressed'],
  ['must', 'error', 'incomplete'],
] as const)('a %s that held and is then %s: %s', ([level, verdict, expected]) => {
  const before = plotted({ 'a.rule': { verdicts: everywhere('pass'), level } });
  const after = plotted({ 'a.rule': { verdicts: everywhere(verdict), level } });
  expect(compared(before, after).verdict).toBe(expected);
});

test('a regression in any step counts, also if it is mended later', () => {
  const held = plotted({ 'a.rule': { verdicts: everywhere('pass') } });
  const broken = plotted({ 'a.rule': { verdicts: everywhere('fail') } });
  const comparison = compared(held, broken, held);
  expect(comparison.verdict).toBe('regressed');
  expect(comparison.steps.map(({ from, to }) => `${from}${to}`)).toEqual(['AB', 'BC']);
  expect(comparison.steps.map(({ counts }) => [counts.regression, counts.fixed])).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test('a version that came is news of the version: what is violated in it alone is told', () => {
  const before = plotted({
    'a.known': { verdicts: everywhere('fail') },
    'b.new': { verdicts: { '1.1': 'pass', '1.2': 'pass', '1.3': 'not-applicable' } },
  });
  const after = plotted(
    {
      'a.known': { verdicts: everywhere('fail', ['1.1', '1.2', '1.3']) },
      'b.new': { verdicts: { '1.1': 'pass', '1.2': 'pass', '1.3': 'fail' } },
    },
    { offered: ['1.1', '1.2', '1.3'] },
  );
  const step = stepOf(before, after);
  expect(told(step)).toEqual([]);
  expect(step.versionsCame).toMatchObject([
    {
      version: '1.3',
      violated: [{ requirement: 'b.new', verdict: 'fail', why: 'b.new is violated' }],
      violatedElsewhereToo: ['a.known'],
    },
  ]);
  expect(compared(before, after).verdict).toBe('not-regressed');
  expect(stepOf(after, before).versionsWent.map(({ version }) => version)).toEqual(['1.3']);
  expect(told(stepOf(after, before))).toEqual([]);
});

test('the absence of a version that was asked for by name is a regression like any other', () => {
  const named = { 'version.offered': { verdicts: { '1.3': 'pass' } as const } };
  const before = plotted(named, { offered: ['1.1', '1.2', '1.3'] });
  const after = plotted({ 'version.offered': { verdicts: { '1.3': 'fail' } } });
  expect(told(stepOf(before, after))).toEqual(['regression version.offered 1.3']);
});

test('what only one of two suites has is told; a MUST that was checked and is gone leaves the comparison open', () => {
  const before = plotted({ 'a.old': { verdicts: everywhere('pass') } });
  const after = plotted({ 'b.new': { verdicts: { '1.1': 'fail', '1.2': 'not-applicable' } } });
  const comparison = compared(before, after);
  const [step] = comparison.steps;
  expect(step?.changes).toEqual([]);
  expect(step?.requirementsNew).toMatchObject([
    { requirement: 'b.new', judged: [{ version: '1.1', verdict: 'fail' }] },
  ]);
  expect(step?.requirementsGone.map(({ requirement }) => requirement)).toEqual(['a.old']);
  expect(comparison.verdict).toBe('incomplete');
  const failed = plotted({ 'a.old': { verdicts: everywhere('fail') } });
  expect(compared(failed, after).verdict).toBe('incomplete');
  const open = plotted({ 'a.old': { verdicts: everywhere('inconclusive') } });
  expect(compared(open, after).verdict).toBe('not-regressed');
  expect(comparison.requirements.map(({ id }) => id)).toEqual(['a.old', 'b.new']);
});

test('fields that came, went or are not everywhere any more; unknown is no change', () => {
  const before = plotted(
    {},
    {
      fields: [
        ...coverField('gone', 'always'),
        ...coverField('rare', 'always'),
        ...coverField('new', 'never'),
        ...coverField('sure', 'sometimes'),
        ...coverField('dark', 'always'),
      ],
    },
  );
  const after = plotted(
    {},
    {
      fields: [
        ...coverField('gone', 'never'),
        ...coverField('rare', 'sometimes', ['1.2']),
        ...coverField('rare', 'always', ['1.1']),
        ...coverField('new', 'always'),
        ...coverField('sure', 'always'),
        ...coverField('dark', 'unknown'),
        ...coverField('extra', 'sometimes', ['1.1'], false),
      ],
    },
  );
  const { fields } = stepOf(before, after);
  expect(
    fields.map(({ kind, field, cells }) => `${field} ${kind} ${cells.map(({ to }) => to)}`),
  ).toEqual([
    'gone vanished 1.1,1.2',
    'rare became-sometimes 1.2',
    'new appeared 1.1,1.2',
    'extra appeared 1.1',
    'sure became-always 1.1,1.2',
  ]);
  expect(fields.find(({ field }) => field === 'extra')).toMatchObject({
    declared: false,
    consequence: expect.stringContaining('must not rely on it'),
  });
});

test('observations are compared part by part, lists of words by their words', () => {
  const observing = (observed: unknown) =>
    plotted({
      'a.seen': {
        verdicts: everywhere('observed'),
        level: 'observe',
        observed: { '1.1': observed },
      },
    });
  const from = {
    same: 1,
    changed: 'a',
    gone: true,
    names: 'id, name, url',
    states: ['new', 'old'],
  };
  const to = { same: 1, changed: 'b', come: null, names: 'id, name, mbox', states: ['new'] };
  const [change] = stepOf(observing(from), observing(to)).observations;
  expect(change?.cells).toEqual([
    {
      from: '1.1',
      to: '1.1',
      differences: [
        { at: 'changed', from: 'a', to: 'b' },
        { at: 'gone', from: true },
        { at: 'names', removed: ['url'], added: ['mbox'] },
        { at: 'states', removed: ['old'] },
        { at: 'come', to: null },
      ],
    },
  ]);
});

test('only cells are narrowed to some versions: what is said of the instance stays', () => {
  const before = plotted({ 'a.rule': { verdicts: everywhere('pass') } });
  const after = plotted({ 'a.rule': { verdicts: { '1.1': 'pass', '1.2': 'fail' } } });
  const stored = [before, after].map((report) => ({ file: 'x.json', report }));
  const comparison = compareReports(stored, [], ['1.1']);
  expect(comparison.verdict).toBe('not-regressed');
  expect(comparison.matrix.columns.map(({ version }) => version)).toEqual(['1.1', '1.1']);
  expect(comparison.matrix.rows).toEqual([]);
  expect(comparison.subjects.map(({ versionsOffered }) => versionsOffered)).toEqual([
    ['1.1', '1.2'],
    ['1.1', '1.2'],
  ]);
});

test('a report of the same run, compared with itself, has not changed', () => {
  const report = plotted({ 'a.rule': { verdicts: everywhere('fail') } });
  const comparison = compared(report, report);
  expect(comparison.steps[0]?.changes).toEqual([]);
  expect(comparison.caveats).toEqual(['B is a report of the same run as a previous one.']);
});
