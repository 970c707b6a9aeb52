import { expect, test } from 'vitest';
import type { Fault } from '../../fixtures/faults/fault.js';
import { type Condition, conditionsOf } from '../../proof/conditions.js';
import type { EvaluatedFault, Matrix } from '../../proof/matrix.js';

const NOTHING = { failing: {}, inconclusive: {}, error: {} };

/** A fault that only the requirement `a` detects. */
const FAULT: Fault = {
  id: 'fault',
  says: 'Something is wrong.',
  detectedBy: ['a'],
  writtenFrom: 'suite',
  apply: () => {},
};

function violated(found: Partial<EvaluatedFault>, rest: Partial<Matrix> = {}): string[] {
  return violatedConditions(found, rest).map(({ says }) => says);
}

function violatedConditions(
  found: Partial<EvaluatedFault>,
  rest: Partial<Matrix> = {},
): Condition[] {
  const { id, says, writtenFrom } = FAULT;
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
  const conditions = conditionsOf(matrix, [FAULT]);
  expect(conditions).toHaveLength(8);
  return conditions.filter(({ holds }) => !holds);
}

test('a fault that only its own requirements detect violates no condition', () => {
  expect(violated({})).toEqual([]);
});

test('an undetected fault violates three conditions', () => {
  expect(violated({ failing: {} })).toEqual([
    'every fault is detected by every requirement that it names',
    'every fault is detected',
    'the median number of failing requirements per fault is 1',
  ]);
});

test('a fault that other requirements detect violates one condition, with four requirements two', () => {
  expect(violated({ failing: { a: ['1.2'], b: ['1.2'] } })).toContain(
    'no fault is detected by a requirement that it does not name',
  );
  expect(violated({ failing: { a: ['1.2'], b: ['1.2'], c: ['1.2'], d: ['1.2'] } })).toContain(
    'nine of ten faults make at most 3 requirements fail',
  );
});

test('a suite error, a crash, a requirement without fault and a failing reference violate one condition each', () => {
  const noCrash = ['no fault causes a suite error or a crash'];
  expect(violated({ error: { b: ['1.0'] } })).toEqual(noCrash);
  expect(violated({ crashed: 'the thread ended' })).toEqual(noCrash);
  expect(violated({}, { neverFailing: ['b'] })).toEqual([
    'every requirement that can fail detects a fault',
  ]);
  const clean = ['no requirement fails on the reference without a fault'];
  expect(violated({}, { sound: { ...NOTHING, inconclusive: { b: ['1.0'] } } })).toEqual(clean);
  expect(violated({}, { sound: { crashed: 'the thread ended' } })).toEqual(clean);
});

test('a crashed fault is reported with the first line of the reason', () => {
  const [condition] = violatedConditions({
    crashed: 'TypeError: x is undefined\n    at fault.ts:1:1',
  });
  expect(condition?.found).toBe('fault: TypeError: x is undefined');
});
