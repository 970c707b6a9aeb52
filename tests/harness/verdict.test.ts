import { expect, test } from 'vitest';
import {
  type Level,
  type RunVerdict,
  runVerdict,
  VERDICTS,
  type Verdict,
} from '../../harness/verdict.js';

const LEVELS: readonly Level[] = ['must', 'should', 'observe'];

/** What one result alone makes of a run. */
function alone(verdict: Verdict, level: Level): RunVerdict {
  if (verdict === 'fail') return 'nonconformant';
  const isOpen = verdict === 'inconclusive' || verdict === 'error';
  return isOpen && level === 'must' ? 'incomplete' : 'conformant';
}

test('of two results the worst tells, in whatever order they come; a run of none is conformant', () => {
  const results = VERDICTS.flatMap((verdict) => LEVELS.map((level) => ({ verdict, level })));
  for (const one of results) {
    expect(runVerdict([one])).toBe(alone(one.verdict, one.level));
    for (const other of results) {
      const each = [one, other].map(({ verdict, level }) => alone(verdict, level));
      const worse: readonly RunVerdict[] = ['nonconformant', 'incomplete', 'conformant'];
      expect(runVerdict([one, other])).toBe(worse.find((verdict) => each.includes(verdict)));
    }
  }
  expect(runVerdict([])).toBe('conformant');
});
