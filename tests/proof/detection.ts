import { expect, test } from 'vitest';
import type { Fault } from '../../fixtures/faults/fault.js';
import { findingOf, type Rows } from '../../proof/finding.js';
import type { Matrix } from '../../proof/matrix.js';
import type { Version } from '../../specification/versions.js';
import { WRITING } from './writing.js';

/**
 * Tests that every requirement named by a fault detects it. Only these requirements run, in versions in
 * which the matrix has them failing; `npm run proof` runs everything.
 */
export function testDetection(faults: readonly Fault[], matrix: Matrix): void {
  test.for(faults)('$id is detected', async (fault) => {
    const shown = matrix.faults.find(({ id }) => id === fault.id)?.failing ?? {};
    const only = fault.detectedBy;
    expect(
      only,
      'a fault names the requirements that detect it; npm run proof lists them',
    ).not.toEqual([]);
    const writes = only.some((id) => WRITING.has(id)) ? { writes: { hazardous: true } } : {};
    const exhaustive = fault.exhaustive ? { exhaustive: true as const } : {};
    const versions = fewest(only, shown);
    const alone = await findingOf(fault, { only, versions, ...writes, ...exhaustive });
    const missing = only.filter((id) => alone.failing[id] === undefined);
    if (missing.length === 0) return;
    // Some faults, such as those of caches, need the requests of other requirements.
    const whole = await findingOf(fault);
    expect(Object.keys(whole.failing)).toEqual(expect.arrayContaining([...only]));
  });
}

/** A small set of versions in which all of these requirements fail. */
function fewest(only: readonly string[], shown: Rows): Version[] {
  const versions: Version[] = [];
  for (const id of only) {
    const failing = shown[id] ?? [];
    const last = failing.at(-1);
    if (last !== undefined && !failing.some((version) => versions.includes(version))) {
      versions.push(last);
    }
  }
  return versions;
}
