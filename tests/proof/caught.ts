import { expect, test } from 'vitest';
import type { Fault } from '../../fixtures/faults/fault.js';
import { findingOf, type Rows } from '../../proof/finding.js';
import type { Matrix } from '../../proof/matrix.js';
import type { Version } from '../../specification/versions.js';
import { WRITING } from './writing.js';

/**
 * Tests that each of these faults is caught by every requirement that it names. Only those are
 * judged, in the versions in which the matrix shows them red: `npm run proof` judges everything.
 */
export function testCaught(faults: readonly Fault[], matrix: Matrix): void {
  test.for(faults)('$id is caught', async (fault) => {
    const shown = matrix.faults.find(({ id }) => id === fault.id)?.red ?? {};
    const only = fault.caughtBy;
    expect(only, 'a fault names what catches it; npm run proof tells').not.toEqual([]);
    const writes = only.some((id) => WRITING.has(id)) ? { writes: { hazardous: true } } : {};
    const walks = fault.walks ? { walks: true as const } : {};
    const versions = fewest(only, shown);
    const alone = await findingOf(fault, { only, versions, ...writes, ...walks });
    const missing = only.filter((id) => alone.red[id] === undefined);
    if (missing.length === 0) return;
    // Some show only after other requests: what a cache holds, say.
    const whole = await findingOf(fault);
    expect(Object.keys(whole.red)).toEqual(expect.arrayContaining([...only]));
  });
}

/** Versions, few of them, in which all of these requirements are red. */
function fewest(only: readonly string[], shown: Rows): Version[] {
  const versions: Version[] = [];
  for (const id of only) {
    const red = shown[id] ?? [];
    const last = red.at(-1);
    if (last !== undefined && !red.some((version) => versions.includes(version))) {
      versions.push(last);
    }
  }
  return versions;
}
