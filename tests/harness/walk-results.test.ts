import { expect, test } from 'vitest';
import type { Judgement } from '../../harness/check.js';
import type { ReportedViolation } from '../../harness/report.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Level, Verdict } from '../../harness/verdict.js';
import { withWalk } from '../../harness/walk/into-results.js';
import type { CellFinding, WalkJudging } from '../../harness/walk/judging.js';
import { unbegun } from '../../harness/walk/list-state.js';
import { sampleExchange } from '../reporters/sample.js';

const TRAFFIC = { requests: 1, bytes: 1, byMethod: {}, byStatus: {} };

function requirement(id: string, level: Level): Requirement {
  const facts = { says: 'It holds', spec: 'Limits', consequence: 'None.', needs: [] };
  return { id, level, versions: ['1.3'], ...facts, check: async () => {} };
}

function judged(id: string, verdict: Verdict, violations: ReportedViolation[] = []): Judgement {
  const result = { requirement: id, version: '1.3' as const, durationMs: 1, exchanges: [] };
  const reason = verdict === 'inconclusive' ? { reason: 'there was none' } : {};
  return { result: { ...result, verdict, violations, ...reason }, evidence: [], traffic: TRAFFIC };
}

function finding(id: string, rather?: string): CellFinding {
  const example = { message: `${id} departs`, pointer: '/9/date', received: '5', evidence: 0 };
  const more = { ...example, pointer: '/11/date' };
  const kind = { count: 40, ids: [10, 12], examples: [example, more] };
  const also = rather === undefined ? {} : { rather };
  return { requirement: id, version: '1.3', path: 'covers/', kind, ...also };
}

/** The results after a walk that has found this, and met what all requirements speak of. */
function after(judgements: Judgement[], findings: CellFinding[], level: Level = 'must') {
  const judging: WalkJudging = {
    lists: () => [],
    judge: () => [],
    unanswered: () => '',
    findings: () => findings,
    hasMet: (id) => id !== 'a.unmet',
    fields: (fields) => [...fields],
  };
  const requirements = judgements.map(({ result }) => requirement(result.requirement, level));
  const exchanges = [sampleExchange(500, '/api/1.3/covers/?page=4')];
  const state = { lists: [unbegun('covers/', '1.3', 250)], exchanges };
  return withWalk(judgements, requirements, judging, state);
}

test('what passed on the first rows fails, or warns, by an object of a later page', () => {
  for (const [level, verdict] of [
    ['must', 'fail'],
    ['should', 'warn'],
  ] as const) {
    const [cell] = after([judged('a.b', 'pass')], [finding('a.b')], level);
    expect(cell?.result).toMatchObject({ verdict, exchanges: [500] });
    expect(cell?.result.violations).toEqual([
      {
        message: 'a.b departs',
        pointer: '/9/date',
        received: '5',
        exchange: 500,
        count: 40,
        ids: [10, 12],
      },
      { message: 'a.b departs', pointer: '/11/date', received: '5', exchange: 500 },
    ]);
    expect(cell?.evidence).toMatchObject([{ n: 500 }]);
  }
});

test('what the first rows showed is not told twice, and what only a detail showed stays', () => {
  const own = [
    { message: 'of a row', pointer: '/3/date', received: '5' },
    { message: 'of a detail', pointer: '/date', received: '5' },
  ];
  const [cell] = after([judged('a.b', 'fail', own)], [finding('a.b')]);
  const messages = cell?.result.violations.map(({ message }) => message);
  expect(messages).toEqual(['a.b departs', 'a.b departs', 'of a detail']);
});

test('what the first rows had nothing of holds, where the walk has met it', () => {
  const cells = after([judged('a.b', 'inconclusive'), judged('a.unmet', 'inconclusive')], []);
  expect(cells.map(({ result }) => [result.verdict, result.reason])).toEqual([
    ['pass', undefined],
    ['inconclusive', 'there was none'],
  ]);
});

test('what the user left out, and what only observes, stays as it was', () => {
  const cells = [
    judged('a.b', 'skipped'),
    judged('a.c', 'not-applicable'),
    judged('a.d', 'observed'),
  ];
  const findings = ['a.b', 'a.c', 'a.d'].map((id) => finding(id));
  expect(after(cells, findings)).toEqual(cells);
});

test('one defect is one row: that which the first rows have turned red already', () => {
  const blank = finding('a.blank', 'a.missing');
  const red = after([judged('a.missing', 'fail'), judged('a.blank', 'pass')], [blank]);
  expect(red.map(({ result }) => [result.verdict, result.violations.length])).toEqual([
    ['fail', 2],
    ['pass', 0],
  ]);
  const green = after([judged('a.missing', 'pass'), judged('a.blank', 'pass')], [blank]);
  expect(green.map(({ result }) => result.verdict)).toEqual(['pass', 'fail']);
});
