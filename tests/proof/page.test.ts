import { expect, test } from 'vitest';
import type { Fault } from '../../fixtures/faults/fault.js';
import { renderPage } from '../../tools/proof/page.js';

/** The page for faults that make so many requirements fail each, the last of them marked. */
function pageFor(...counts: number[]): string {
  const sources: Fault[] = counts.map((count, n) => ({
    id: `fault-${count}`,
    says: 'Something is wrong.',
    detectedBy: ['r0'],
    writtenFrom: 'suite',
    apply: () => {},
    ...(n === counts.length - 1 ? { breaksEverything: 'nothing is as it was' } : {}),
  }));
  const faults = sources.map(({ id, says, writtenFrom }, n) => ({
    id,
    says,
    writtenFrom,
    failing: Object.fromEntries(
      Array.from({ length: counts[n] ?? 0 }, (_, row) => [`r${row}`, ['1.2' as const]]),
    ),
    inconclusive: {},
    error: {},
  }));
  const nothing = { failing: {}, inconclusive: {}, error: {} };
  return renderPage({
    matrix: { format: 'conformance-proof/2', sound: nothing, faults, neverFailing: [] },
    faults: sources,
    groups: [],
    baseline: {},
    baselineOfHistory: {},
    removed: [],
  });
}

test('the page states how many requirements fail per fault, and names the faults above three', () => {
  const page = pageFor(1, 1, 2, 3, 4, 10, 12);
  expect(page).toContain('The median is 3.');
  expect(page).toContain(`| none | 0 |  |
| 1 | 2 |  |
| 2 to 3 | 2 |  |
| 4 to 10 | 2 | 10 by \`fault-10\`, 4 by \`fault-4\` |
| more than 10 | 1 | 12 by \`fault-12\` (nothing is as it was) |`);
});
