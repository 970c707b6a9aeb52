import { expect, test } from 'vitest';
import type { Verdict } from '../../harness/verdict.js';
import { COMPARISON } from '../../reporters/formats.js';
import type { Version } from '../../specification/versions.js';
import { textOf } from '../reporters/rendered.js';
import { compared, stepOf, told } from './comparing.js';
import { everywhere, plotted } from './plots.js';

test.for([
  ['the newest is gone', ['1.1', '1.2'], ['1.1'], 'regressed'],
  ['one in the middle is gone', ['1.1', '1.2', '1.3'], ['1.1', '1.3'], 'regressed'],
  ['the oldest is gone', ['1.1', '1.2'], ['1.2'], 'incomplete'],
  ['all are there', ['1.1', '1.2'], ['1.1', '1.2'], 'not-regressed'],
] as const)('of the versions of an instance %s', ([, before, after, verdict]) => {
  const report = (versions: readonly Version[]) => {
    const verdicts = everywhere('pass', [...versions]);
    return plotted({ 'a.rule': { verdicts } }, { offered: [...versions] });
  };
  const comparison = compared(report(before), report(after));
  expect(comparison.verdict).toBe(verdict);
  const text = textOf(COMPARISON, comparison, { colour: false, columns: 100 });
  const gone = before.filter((version) => !(after as readonly Version[]).includes(version));
  for (const version of gone) {
    expect(text).toMatch(
      new RegExp(`^[^\\n]+\\n${version} is no longer offered in B: 1 requirement passed in it\\n`),
    );
  }
});

test('a step is held against the last report in which the cell was checked', () => {
  const as = (verdict: Verdict) => plotted({ 'a.rule': { verdicts: everywhere(verdict) } });
  const chain = compared(as('pass'), as('inconclusive'), as('skipped'), as('fail'));
  expect(chain.verdict).toBe('regressed');
  expect(chain.steps.flatMap(told)).toEqual([
    'no-longer-checked a.rule 1.1 1.2',
    'regression a.rule 1.1 1.2',
  ]);
  expect(chain.steps[2]?.changes[0]?.cells[0]?.from).toMatchObject({
    verdict: 'pass',
    checkedIn: 'A',
  });
  const text = textOf(COMPARISON, chain, { colour: false, columns: 100 });
  expect(text).toContain('    last checked in A\n');
  expect(compared(as('fail'), as('error'), as('pass')).steps.flatMap(told)).toContain(
    'fixed a.rule 1.1 1.2',
  );
  // What a later report checks again is open no more.
  const again = compared(as('pass'), as('inconclusive'), as('pass'));
  expect([again.verdict, again.steps[1]?.unchanged]).toEqual(['not-regressed', 2]);
  expect(compared(as('pass'), as('pass'), as('inconclusive')).verdict).toBe('incomplete');
});

test('a report that has no result of a cell hides no regression of it', () => {
  const all = {
    'a.rule': { verdicts: everywhere('pass') },
    'b.rule': { verdicts: everywhere('pass') },
  };
  const before = plotted(all);
  const after = plotted({ ...all, 'a.rule': { verdicts: { '1.1': 'fail', '1.2': 'pass' } } });
  const only = { ...before.target, versionsExamined: ['1.2'] as Version[] };
  const between = [
    { ...before, target: only, results: before.results.filter((r) => r.version === '1.2') },
    plotted({ 'b.rule': { verdicts: everywhere('pass') } }),
    plotted({ 'a.rule': { verdicts: { '1.2': 'pass' } } }, { offered: ['1.2'] }),
  ];
  for (const report of between) {
    const chain = compared(before, report, after);
    expect(chain.verdict).toBe('regressed');
    expect(told(chain.steps[1] as never)).toContain('regression a.rule 1.1');
    expect(compared(before, report, before).verdict).toBe('not-regressed');
  }
});

test('a MUST that held and was not looked at again leaves the comparison open, whatever the cause', () => {
  const before = plotted({
    'a.rule': { verdicts: everywhere('pass') },
    'b.rule': { verdicts: everywhere('pass') },
  });
  const target = { ...before.target, versionsExamined: ['1.1'] as Version[] };
  const fewer = { ...before, target, results: before.results.filter((r) => r.version === '1.1') };
  const lacking = { ...before, results: before.results.filter((r) => r.requirement === 'a.rule') };
  for (const [report, why] of [
    [fewer, '1.2 was not tested in B (--versions)'],
    [lacking, 'B has no result of it'],
  ] as const) {
    expect(compared(before, report).verdict).toBe('incomplete');
    const [change] = stepOf(before, report).changes;
    expect([change?.kind, change?.cells[0]?.to.why]).toEqual(['no-longer-checked', why]);
  }
});
