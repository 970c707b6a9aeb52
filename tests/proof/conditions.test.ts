import { expect, test } from 'vitest';
import type { Fault } from '../../fixtures/faults/fault.js';
import { conditionsOf } from '../../tools/proof/conditions.js';
import type { EvaluatedFault, Matrix } from '../../tools/proof/matrix.js';

const NOTHING = { failing: {}, inconclusive: {}, error: {} };

const DETECTED = 'every fault is detected by a requirement that it names';
const MEDIAN = 'the median number of failing requirements per fault is 1';
const FEW = 'nine of ten faults make at most 3 requirements fail';
const LARGEST =
  'no fault makes more than 10 requirements fail, except those marked `breaksEverything`';
const NO_CRASH = 'no fault causes a suite error or a crash';
const ALL_FAIL = 'every requirement that can fail detects a fault';
const SOUND =
  'no requirement fails, is inconclusive or ends in an error on the reference without a fault';

/** A fault that the requirement `a` or `b` detects. */
const FAULT: Fault = {
  id: 'fault',
  says: 'Something is wrong.',
  detectedBy: ['a', 'b'],
  writtenFrom: 'suite',
  apply: () => {},
};
const MARKED = { breaksEverything: 'nothing is as it was' };
const VARIANT = { detectedBy: [], breaksClients: 'variant' as const };

/** So many failing requirements, of which the fault names the first. */
function failing(count: number) {
  const ids = Array.from({ length: count }, (_, n) => (n === 0 ? 'a' : `r${n}`));
  return { failing: Object.fromEntries(ids.map((id) => [id, ['1.2' as const]])) };
}

type Case = { found?: Partial<EvaluatedFault>; rest?: Partial<Matrix>; fault?: Partial<Fault> };

test.each<[what: string, Case, violated: string[]]>([
  ['one of its requirements detects it', {}, []],
  ['the other one does', { found: { failing: { b: ['1.2'] } } }, []],
  ['nothing fails', { found: { failing: {} } }, [DETECTED, MEDIAN]],
  ['another requirement fails', { found: { failing: { other: ['1.2'] } } }, [DETECTED]],
  [
    'a client no longer works',
    { found: { failing: {}, breaks: ['a client'] }, fault: VARIANT },
    [MEDIAN],
  ],
  [
    'every client works',
    { found: { failing: {}, breaks: [] }, fault: VARIANT },
    [DETECTED, MEDIAN],
  ],
  ['two fail', { found: failing(2) }, [MEDIAN]],
  ['four fail', { found: failing(4) }, [MEDIAN, FEW]],
  ['eleven fail', { found: failing(11) }, [MEDIAN, FEW, LARGEST]],
  ['it is to break everything', { found: failing(11), fault: MARKED }, [MEDIAN, FEW]],
  ['a check ends in an error', { found: { error: { b: ['1.0'] } } }, [NO_CRASH]],
  ['the thread ends', { found: { crashed: 'the thread ended\n    at x.ts:1:1' } }, [NO_CRASH]],
  ['a requirement never fails', { rest: { neverFailing: ['b'] } }, [ALL_FAIL]],
  [
    'the reference leaves something open',
    { rest: { sound: { ...NOTHING, inconclusive: { b: ['1.0'] } } } },
    [SOUND],
  ],
  ['the reference crashes', { rest: { sound: { crashed: 'the thread ended' } } }, [SOUND]],
])('where %s', (_, { found, rest, fault: other }, violated) => {
  const fault = { ...FAULT, ...other };
  const { id, says, writtenFrom } = fault;
  const evaluated = {
    id,
    says,
    writtenFrom,
    ...NOTHING,
    failing: { a: ['1.2' as const] },
    ...found,
  };
  const format = 'conformance-proof/2';
  const matrix: Matrix = { format, sound: NOTHING, faults: [evaluated], neverFailing: [], ...rest };
  const conditions = conditionsOf(matrix, [fault], {});
  expect(conditions).toHaveLength(8);
  expect(conditions.filter(({ holds }) => !holds).map((each) => each.says)).toEqual(violated);
  if (found?.crashed) {
    expect(conditions.find(({ holds }) => !holds)?.found).toBe('fault: the thread ended');
  }
});
