import { expect, test } from 'vitest';
import { wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import { foundIn } from '../../tools/proof/finding.js';

test('an exception in the code of a fault rejects, with the fault and the exception', async () => {
  const slip = foundIn(
    {
      id: 'covers-crash',
      says: 'The list of covers returns 500.',
      detectedBy: ['cover.list'],
      writtenFrom: 'suite',
      apply: (behaviour) => wrapRoute(behaviour, 'covers/', 'GET', () => JSON.parse('{')),
    },
    { only: ['cover.list'], versions: ['1.2'] },
  );
  await expect(slip).rejects.toThrow(
    /^the fault covers-crash itself threw an exception: SyntaxError: .*JSON/,
  );
});
