import { expect, test } from 'vitest';
import type { Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { judged, type Wanted } from '../../tools/proof/evaluation.js';
import { type Otherwise, withInstance } from './instance.js';

/** The results in a version, by requirement: verdict, and of a run that reads reason and what is wrong. */
function cellsOf(results: readonly Result[], version: Version, { writes }: Wanted): string[] {
  return (
    results
      .filter((each) => each.version === version)
      .map(({ requirement, verdict, reason = '', violations }) =>
        writes === undefined
          ? [requirement, verdict, reason, ...violations.map(({ message }) => message)].join(' | ')
          : `${requirement} | ${verdict}`,
      )
      // Each run has an instance of its own.
      .map((cell) => cell.replaceAll(/127\.0\.0\.1:\d+/g, 'the instance'))
      .sort()
  );
}

/** What a fault breaks in one version, in pages of a list and in comparisons of several lists. */
const FAULTS = [
  'event-order-ignored-in-1.2',
  'last-off-by-one',
  'repeated-filter-uses-first-value',
];

/** The version, and the one before it. */
const SEVERAL = ['1.1', '1.2'] as const;

const INSTANCES: [string, Otherwise, Wanted, version: Version][] = [
  ['the reference, with writes', {}, { writes: {} }, '1.2'],
  ['an instance like 3.2 with faults', { like: '3.2', faults: FAULTS }, {}, '1.2'],
];

test.for(INSTANCES)(
  '%s: a version alone has the results that it has in a run of several',
  async ([, otherwise, wanted, version]) => {
    const results = (versions: readonly Version[]) =>
      withInstance(otherwise, (reference) => judged(reference, { ...wanted, versions }));
    const whole = await results(SEVERAL);
    const alone = await results([version]);
    expect(cellsOf(alone, version, wanted)).toEqual(cellsOf(whole, version, wanted));
    expect(alone.filter((each) => each.version !== version)).toEqual([]);
  },
);
