import { expect, test } from 'vitest';
import type { Fault } from '../../fixtures/faults/fault.js';
import { aroundRoute } from '../../fixtures/faults/seams.js';
import { Crash } from '../../fixtures/reference/errors.js';
import { findingOf } from '../../proof/finding.js';

/** An instance that answers 500 where covers are asked for, since this is done. */
function faultThat(throws: () => Response): Fault {
  return {
    id: 'covers-crash',
    says: 'The list of covers answers 500.',
    caughtBy: ['cover.list'],
    thoughtUp: 'with the suite at hand',
    apply: (behaviour) => aroundRoute(behaviour, 'covers/', 'GET', throws),
  };
}

const COVERS = { only: ['cover.list'], versions: ['1.2' as const] };

test('a fault whose own code throws is no fault that is caught: it is named, with what it threw', async () => {
  const slip = faultThat(() => JSON.parse('{'));
  await expect(findingOf(slip, COVERS)).rejects.toThrow(
    /^the fault covers-crash itself threw while it answered: SyntaxError: .*JSON/,
  );
});

test('an instance that crashes on purpose is judged', async () => {
  const crash = faultThat(() => {
    throw new Crash('there is no such column');
  });
  expect((await findingOf(crash, COVERS)).red).toEqual({ 'cover.list': ['1.2'] });
});
