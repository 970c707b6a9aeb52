import fc from 'fast-check';
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
const ALONE: Record<Verdict, (level: Level) => RunVerdict> = {
  pass: () => 'conformant',
  fail: () => 'nonconformant',
  warn: () => 'conformant',
  inconclusive: (level) => (level === 'must' ? 'incomplete' : 'conformant'),
  skipped: () => 'conformant',
  'not-applicable': () => 'conformant',
  observed: () => 'conformant',
  error: (level) => (level === 'must' ? 'incomplete' : 'conformant'),
};

test.for(VERDICTS.flatMap((verdict) => LEVELS.map((level) => ({ verdict, level }))))(
  '$level: $verdict alone',
  (result) => {
    expect(runVerdict([result])).toBe(ALONE[result.verdict](result.level));
  },
);

test('a run of nothing is conformant', () => {
  expect(runVerdict([])).toBe('conformant');
});

test('of several results the worst tells, in whatever order they come', () => {
  const result = fc.record({
    verdict: fc.constantFrom(...VERDICTS),
    level: fc.constantFrom(...LEVELS),
  });
  const worse: readonly RunVerdict[] = ['nonconformant', 'incomplete', 'conformant'];
  fc.assert(
    fc.property(fc.array(result), (results) => {
      const each = results.map(({ verdict, level }) => ALONE[verdict](level));
      const worst = worse.find((verdict) => each.includes(verdict)) ?? 'conformant';
      expect(runVerdict(results)).toBe(worst);
      expect(runVerdict(results.toReversed())).toBe(worst);
    }),
  );
});
