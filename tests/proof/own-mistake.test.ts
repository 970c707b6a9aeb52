import { expect, test } from 'vitest';
import { wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import type { Fault } from '../../fixtures/faults/fault.js';
import { Crash } from '../../fixtures/reference/errors.js';
import { foundIn } from '../../tools/proof/finding.js';

/** A fault in which the list of covers runs this function. */
function faultThat(throws: () => Response): Fault {
  return {
    id: 'covers-crash',
    says: 'The list of covers returns 500.',
    detectedBy: ['cover.list'],
    writtenFrom: 'suite',
    apply: (behaviour) => wrapRoute(behaviour, 'covers/', 'GET', throws),
  };
}

const COVERS = { only: ['cover.list'], versions: ['1.2' as const] };

test('an exception in the code of a fault rejects, with the fault and the exception', async () => {
  const slip = faultThat(() => JSON.parse('{'));
  await expect(foundIn(slip, COVERS)).rejects.toThrow(
    /^the fault covers-crash itself threw an exception: SyntaxError: .*JSON/,
  );
});

test('a Crash is evaluated as a response of the instance', async () => {
  const crash = faultThat(() => {
    throw new Crash('there is no such column');
  });
  expect((await foundIn(crash, COVERS)).failing).toEqual({ 'cover.list': ['1.2'] });
});
