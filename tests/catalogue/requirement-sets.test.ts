import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import type { Group } from '../../harness/requirement.js';
import {
  checksumLine,
  parseSet,
  problemsOfSets,
  releasedSets,
  renderSet,
  SUMS,
  unreleasedSets,
} from '../../tools/release/requirement-sets.js';
import { ROOT } from '../project-copy.js';

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const NOW = renderSet(GROUPS);

/** The problems of a released set `1.0` with this text. */
function problemsOf(text: string, groups: readonly Group[] = GROUPS): string[] {
  return problemsOfSets(groups, checksumLine('1.0', text), () => text);
}

test('no released requirement was removed or got another sentence, and no set was changed', () => {
  expect(problemsOfSets(GROUPS, textOf(SUMS), textOf)).toEqual([]);
});

test('there is a set of 1.0, and a set has the requirements of the catalogue', () => {
  const sums = textOf(SUMS);
  expect([...releasedSets(sums), ...unreleasedSets(ROOT, sums)]).toContain('1.0');
  expect(parseSet(NOW).length).toBeGreaterThan(400);
});

test('a released set that is edited is noticed', () => {
  const sums = checksumLine('1.0', NOW);
  expect(problemsOfSets(GROUPS, sums, () => NOW)).toEqual([]);
  expect(problemsOfSets(GROUPS, sums, () => NOW.replace('"must"', '"should"'))).toEqual([
    'requirements/1.0.json was changed after its release; restore it',
  ]);
});

test('a removed or renamed id is named', () => {
  const renamed = NOW.replace('"id":"root.about"', '"id":"root.gone"');
  expect(problemsOf(renamed)).toEqual([
    'root.gone (requirements/1.0.json) was released, but is missing now',
  ]);
});

test('a sentence and an observation need a new id, a level and a version do not', () => {
  const others = NOW.replace(/("id":"root.about","says":")[^"]*/, '$1An about page exists');
  expect(problemsOf(others)).toEqual([
    expect.stringMatching(
      /^root\.about .* was released as "An about page exists", but is now ".*"; another sentence needs a new id$/,
    ),
  ]);
  const observed = NOW.replace(/("id":"root.about".*?)"must"/, '$1"observe"');
  expect(problemsOf(observed)).toEqual([expect.stringMatching(/level observe, but has must now/)]);
  const lower = NOW.replace(
    /("id":"root.about".*?)"must","versions":\["1.0",/,
    '$1"should","versions":[',
  );
  expect(lower).not.toBe(NOW);
  expect(problemsOf(lower)).toEqual([]);
  const added = GROUPS.map((group) => ({
    ...group,
    requirements: group.requirements.flatMap((each) => [each, { ...each, id: `${each.id}.new` }]),
  }));
  expect(problemsOf(NOW, added)).toEqual([]);
});
