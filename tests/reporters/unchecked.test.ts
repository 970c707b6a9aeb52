import { expect, test } from 'vitest';
import type { Result } from '../../harness/report.js';
import { uncheckedGroups } from '../../reporters/view/unchecked.js';
import type { Version } from '../../specification/versions.js';
import { twoFails } from './reports.js';

function open(requirement: string, version: Version, reason: string): Result {
  return {
    requirement,
    version,
    verdict: 'inconclusive',
    reason,
    violations: [],
    durationMs: 1,
    exchanges: [],
  };
}

/** The reasons of a report with these results, with the requirements and the versions of each. */
function reported(results: Result[]): [string, string, string][] {
  return uncheckedGroups({ ...twoFails(), results }).map(({ reason, requirements, versions }) => [
    reason,
    [...requirements].join(' '),
    [...versions].join(' '),
  ]);
}

test('a reason is reported once, with the requirements and versions that have it', () => {
  expect(
    reported([
      open('a', '1.0', 'no page was found'),
      open('a', '1.1', 'no page was found'),
      open('b', '1.0', 'GET covers/ returned 500'),
    ]),
  ).toEqual([
    ['no page was found', 'a', '1.0 1.1'],
    ['GET covers/ returned 500', 'b', '1.0'],
  ]);
});

test('different requirements that lack different places are separate groups', () => {
  expect(
    reported([open('a', '1.0', 'no page (covers/)'), open('b', '1.0', 'no page (series/)')]),
  ).toEqual([
    ['no page (covers/)', 'a', '1.0'],
    ['no page (series/)', 'b', '1.0'],
  ]);
});
