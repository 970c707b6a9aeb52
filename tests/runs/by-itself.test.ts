import { describe, expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { likeRelease } from '../../fixtures/reference/like/like-release.js';
import type { Result } from '../../harness/report.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { judgedOtherwise } from '../suites/judged-otherwise.js';

/** The results in a version, by requirement: verdict, reason and what is wrong. */
function cellsOf(results: readonly Result[], version: Version): string[] {
  return (
    results
      .filter((each) => each.version === version)
      .map(({ requirement, verdict, reason = '', violations }) =>
        [requirement, verdict, reason, ...violations.map(({ message }) => message)].join(' | '),
      )
      // Each run has an instance of its own.
      .map((cell) => cell.replaceAll(/127\.0\.0\.1:\d+/g, 'the instance'))
      .sort()
  );
}

const nothing = () => {};

describe.each<[string, (behaviour: Behaviour) => void]>([
  ['the reference', nothing],
  ['an instance like 3.2', (behaviour) => likeRelease(behaviour, '3.2')],
  ...['event-order-ignored-in-1.2', 'last-off-by-one', 'repeated-filter-uses-first-value'].map(
    (id): [string, (behaviour: Behaviour) => void] => [
      id,
      (behaviour) => faultNamed(id).apply(behaviour),
    ],
  ),
])('%s', (_, change) => {
  test('a version alone has the results that it has in a run of all', async () => {
    let offered: readonly Version[] = [];
    const whole = await judgedOtherwise((behaviour) => {
      change(behaviour);
      offered = behaviour.versions;
    }, {});
    for (const version of offered) {
      const alone = await judgedOtherwise(change, { versions: [version] });
      expect(cellsOf(alone, version)).toEqual(cellsOf(whole, version));
      expect(alone.filter((each) => each.version !== version)).toEqual([]);
    }
  });
});

test('a version alone has the verdicts on writes that it has in a run of all', async () => {
  const writes = { runs: 1 };
  const whole = await judgedOtherwise(nothing, { writes });
  const verdicts = (results: readonly Result[], version: Version) =>
    results
      .filter((each) => each.version === version)
      .map(({ requirement, verdict }) => `${requirement} ${verdict}`)
      .sort();
  for (const version of VERSIONS) {
    const alone = await judgedOtherwise(nothing, { versions: [version], writes });
    expect(verdicts(alone, version)).toEqual(verdicts(whole, version));
  }
});
