import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import manifest from '../../package.json' with { type: 'json' };
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

/** What is wrong with a set 1.0 that has this text, before a release. */
function problemsOf(text: string, version: string): string[] {
  return problemsOfSets(GROUPS, checksumLine('1.0', text), () => text, version);
}

test('no released requirement was removed or got another sentence, and no set was changed', () => {
  expect(problemsOfSets(GROUPS, textOf(SUMS), textOf, manifest.version)).toEqual([]);
});

test('there is a set of 1.0, and a set has the requirements of the catalogue', () => {
  const sums = textOf(SUMS);
  expect([...releasedSets(sums), ...unreleasedSets(ROOT, sums)]).toContain('1.0');
  expect(parseSet(NOW).length).toBeGreaterThan(400);
});

test('a released set that is edited is noticed', () => {
  const sums = checksumLine('1.0', NOW);
  const edited = problemsOfSets(
    GROUPS,
    sums,
    () => NOW.replace('"must"', '"should"'),
    manifest.version,
  );
  expect(edited).toEqual(['requirements/1.0.json was changed after its release; restore it']);
});

test.for<[what: string, from: RegExp, to: string, problems: RegExp[]]>([
  ['a removed id', /"id":"root.about"/, '"id":"root.gone"', [/^root.gone .*but is missing now$/]],
  [
    'another sentence',
    /("id":"root.about","says":")[^"]*/,
    '$1An about page exists',
    [/ a new id$/],
  ],
  [
    'an observation',
    /("id":"root.about".*?)"must"/,
    '$1"observe"',
    [/level observe, but has must/],
  ],
  [
    'a level and a version',
    /("id":"root.about".*?)"must","versions":\["1.0",/,
    '$1"should","versions":[',
    [],
  ],
  ['an added id', /^.*"id":"root.about".*\n/m, '', []],
])('of a released set %s is a problem, or is none', ([, from, to, problems]) => {
  const text = NOW.replace(from, to);
  expect(text).not.toBe(NOW);
  expect(problemsOf(text, '1.1.0')).toEqual(problems.map((each) => expect.stringMatching(each)));
});

test('only a major release drops a version of a released requirement', () => {
  const text = NOW.replace(/("id":"user.settings".*?"versions":\[)"1.2"/, '$1"1.0","1.1","1.2"');
  expect(text).not.toBe(NOW);
  const problem =
    'user.settings (requirements/1.0.json) was released for 1.0, 1.1, but is not checked there now; this needs a major version';
  expect(problemsOf(text, '1.0.1')).toEqual([problem]);
  expect(problemsOf(text, '1.1.0')).toEqual([problem]);
  expect(problemsOf(text, '2.0.0')).toEqual([]);
});
