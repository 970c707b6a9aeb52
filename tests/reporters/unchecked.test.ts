import { expect, test } from 'vitest';
import type { Result } from '../../harness/report.js';
import { uncheckedPart } from '../../reporters/view/unchecked.js';
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

/** The reasons of a report with these results, with the requirements of each. */
function reported(results: Result[]): [string, string][] {
  const { blocks } = uncheckedPart({ ...twoFails(), results });
  return blocks.flatMap((block) =>
    block.type === 'list'
      ? block.items.map(({ text, ids = [] }): [string, string] => [text, ids.join(' ')])
      : [],
  );
}

test('a reason is reported once, with the requirements and versions that have it', () => {
  expect(
    reported([
      open('a', '1.0', 'no page was found'),
      open('a', '1.1', 'no page was found'),
      open('b', '1.0', 'GET covers/ returned 500'),
    ]),
  ).toEqual([
    ['1 requirement in 1.0 1.1 inconclusive: no page was found', 'a'],
    ['1 requirement in 1.0 inconclusive: GET covers/ returned 500', 'b'],
  ]);
});

test('different requirements that lack different places are separate groups', () => {
  expect(
    reported([open('a', '1.0', 'no page (covers/)'), open('b', '1.0', 'no page (series/)')]),
  ).toEqual([
    ['1 requirement in 1.0 inconclusive: no page (covers/)', 'a'],
    ['1 requirement in 1.0 inconclusive: no page (series/)', 'b'],
  ]);
});
