import { expect, test } from 'vitest';
import type { Fault } from '../../fixtures/faults/fault.js';
import { type Bar, barsOf } from '../../proof/bars.js';
import type { JudgedFault, Matrix } from '../../proof/matrix.js';

const NOTHING = { red: {}, inconclusive: {}, error: {} };

/** A fault that names one requirement, `a`. */
const FAULT: Fault = {
  id: 'fault',
  says: 'Something is wrong.',
  caughtBy: ['a'],
  thoughtUp: 'with the suite at hand',
  apply: () => {},
};

function broken(found: Partial<JudgedFault>, rest: Partial<Matrix> = {}): string[] {
  return brokenBars(found, rest).map(({ says }) => says);
}

function brokenBars(found: Partial<JudgedFault>, rest: Partial<Matrix> = {}): Bar[] {
  const { id, says, thoughtUp } = FAULT;
  const judged: JudgedFault = { id, says, thoughtUp, ...NOTHING, red: { a: ['1.2'] }, ...found };
  const matrix: Matrix = {
    format: 'conformance-proof/1',
    sound: NOTHING,
    faults: [judged],
    neverRed: [],
    ...rest,
  };
  const bars = barsOf(matrix, [FAULT]);
  expect(bars).toHaveLength(8);
  return bars.filter(({ holds }) => !holds);
}

test('a fault that turns red what it names, and nothing else, breaks no bar', () => {
  expect(broken({})).toEqual([]);
});

test('a fault that is not caught breaks the bars on survivors, names and the median', () => {
  expect(broken({ red: {} })).toEqual([
    'every fault is caught by every requirement that it names',
    'no fault survives',
    'the median fault flips one requirement',
  ]);
});

test('a fault that turns red more than it names breaks a bar, and by four rows two', () => {
  expect(broken({ red: { a: ['1.2'], b: ['1.2'] } })).toContain(
    'no fault turns a requirement red that it does not name',
  );
  expect(broken({ red: { a: ['1.2'], b: ['1.2'], c: ['1.2'], d: ['1.2'] } })).toContain(
    'nine of ten faults flip at most 3',
  );
});

test('an error, a crash, a requirement without fault and a reference that is not clean break one bar each', () => {
  const noCrash = ['no fault produces an error or a crash'];
  expect(broken({ error: { b: ['1.0'] } })).toEqual(noCrash);
  expect(broken({ crashed: 'the thread ended' })).toEqual(noCrash);
  expect(broken({}, { neverRed: ['b'] })).toEqual([
    'every requirement that can fail is turned red by a fault',
  ]);
  const clean = ['the sound reference stays clean'];
  expect(broken({}, { sound: { ...NOTHING, inconclusive: { b: ['1.0'] } } })).toEqual(clean);
  expect(broken({}, { sound: { crashed: 'the thread ended' } })).toEqual(clean);
});

test('a fault that came to no finding is named with what it came to instead', () => {
  const [bar] = brokenBars({ crashed: 'TypeError: x is undefined\n    at fault.ts:1:1' });
  expect(bar?.found).toBe('fault: TypeError: x is undefined');
});
