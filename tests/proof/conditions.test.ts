import { expect, test } from 'vitest';
import type { Fault } from '../../fixtures/faults/fault.js';
import { type Condition, conditionsOf } from '../../tools/proof/conditions.js';
import type { EvaluatedFault, Matrix } from '../../tools/proof/matrix.js';

const NOTHING = { failing: {}, inconclusive: {}, error: {} };

const DETECTED = 'every fault is detected by a requirement that it names';
const MEDIAN = 'the median number of failing requirements per fault is 1';
const FEW = 'nine of ten faults make at most 3 requirements fail';
const LARGEST =
  'no fault makes more than 10 requirements fail, except those marked `breaksEverything`';

/** A fault that the requirement `a` or `b` detects. */
const FAULT: Fault = {
  id: 'fault',
  says: 'Something is wrong.',
  detectedBy: ['a', 'b'],
  writtenFrom: 'suite',
  apply: () => {},
};

function violated(
  found: Partial<EvaluatedFault>,
  rest: Partial<Matrix> = {},
  fault = FAULT,
): string[] {
  return violatedConditions(found, rest, fault).map(({ says }) => says);
}

function violatedConditions(
  found: Partial<EvaluatedFault>,
  rest: Partial<Matrix> = {},
  fault = FAULT,
): Condition[] {
  const { id, says, writtenFrom } = fault;
  const evaluated: EvaluatedFault = {
    id,
    says,
    writtenFrom,
    ...NOTHING,
    failing: { a: ['1.2'] },
    ...found,
  };
  const matrix: Matrix = {
    format: 'conformance-proof/2',
    sound: NOTHING,
    faults: [evaluated],
    neverFailing: [],
    ...rest,
  };
  const conditions = conditionsOf(matrix, [fault]);
  expect(conditions).toHaveLength(7);
  return conditions.filter(({ holds }) => !holds);
}

test('a fault that one of its requirements detects violates no condition, whatever else fails', () => {
  expect(violated({})).toEqual([]);
  expect(violated({ failing: { b: ['1.2'] } })).toEqual([]);
  expect(violated({ failing: { b: ['1.2'], other: ['1.2'] } })).not.toContain(DETECTED);
});

test('a fault that none of its requirements detects violates a condition, also if another does', () => {
  expect(violated({ failing: {} })).toEqual([DETECTED, MEDIAN]);
  expect(violated({ failing: { other: ['1.2'] } })).toEqual([DETECTED]);
});

test('a variant that names no requirement is detected by a client that no longer works', () => {
  const variant: Fault = { ...FAULT, detectedBy: [], breaksClients: 'variant' };
  expect(violated({ failing: {}, breaks: ['a client'] }, {}, variant)).toEqual([MEDIAN]);
  expect(violated({ failing: {}, breaks: [] }, {}, variant)).toEqual([DETECTED, MEDIAN]);
});

test('the distribution is bounded: its median, the share of small faults, and the largest', () => {
  const failing = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [n === 0 ? 'a' : `r${n}`, ['1.2' as const]]),
    );
  expect(violated({ failing: failing(2) })).toEqual([MEDIAN]);
  expect(violated({ failing: failing(4) })).toEqual([MEDIAN, FEW]);
  expect(violated({ failing: failing(11) })).toEqual([MEDIAN, FEW, LARGEST]);
  const marked: Fault = { ...FAULT, breaksEverything: 'nothing is as it was' };
  expect(violated({ failing: failing(11) }, {}, marked)).toEqual([MEDIAN, FEW]);
});

test('a suite error, a crash, a requirement without fault and a failing reference violate one condition each', () => {
  const noCrash = ['no fault causes a suite error or a crash'];
  expect(violated({ error: { b: ['1.0'] } })).toEqual(noCrash);
  expect(violated({ crashed: 'the thread ended' })).toEqual(noCrash);
  expect(violated({}, { neverFailing: ['b'] })).toEqual([
    'every requirement that can fail detects a fault',
  ]);
  const clean = [
    'no requirement fails, is inconclusive or ends in an error on the reference without a fault',
  ];
  expect(violated({}, { sound: { ...NOTHING, inconclusive: { b: ['1.0'] } } })).toEqual(clean);
  expect(violated({}, { sound: { crashed: 'the thread ended' } })).toEqual(clean);
});

test('a crashed fault is reported with the first line of the reason', () => {
  const [condition] = violatedConditions({
    crashed: 'TypeError: x is undefined\n    at fault.ts:1:1',
  });
  expect(condition?.found).toBe('fault: TypeError: x is undefined');
});
