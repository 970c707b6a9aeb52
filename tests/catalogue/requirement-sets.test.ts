import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import manifest from '../../package.json' with { type: 'json' };
import { problemsWithEarlier } from '../../tools/release/earlier-releases.js';
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
    'a level',
    /("id":"root.about".*?)"must"/,
    '$1"should"',
    [/level should, but has must now; this needs a major version$/],
  ],
  ['an added version', /("id":"root.about".*?"versions":\[)"1.0",/, '$1', []],
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

test('only a major release changes a level', () => {
  const text = NOW.replace(/("id":"root.about".*?)"must"/, '$1"should"');
  expect(problemsOf(text, '1.0.1')).toHaveLength(1);
  expect(problemsOf(text, '2.0.0')).toEqual([]);
});

test('a version whose own set is frozen adds no requirement, and no version to one', () => {
  const text = NOW.replace(/^.*"id":"root.about".*\n/m, '').replace(
    /("id":"user.fields".*?"versions":\[)"1.0",/,
    '$1',
  );
  for (const version of ['1.0.0', '1.0.1']) {
    expect(problemsOf(text, version)).toEqual([
      'root.about is not in requirements/1.0.json, which is frozen; this needs a new minor version',
      'user.fields is not in requirements/1.0.json for 1.0, which is frozen; this needs a new minor version',
    ]);
  }
  expect(problemsOf(text, '1.1.0')).toEqual([]);
});

test('a set that was removed, or has two lines, is noticed', () => {
  const line = checksumLine('1.0', NOW);
  expect(problemsOfSets(GROUPS, line, () => undefined, '1.1.0')).toEqual([
    'requirements/1.0.json was removed after its release; restore it',
  ]);
  const two = `${checksumLine('1.0', '')}${line}`;
  expect(problemsOfSets(GROUPS, two, () => NOW, '1.1.0')).toEqual([
    'requirements/SHA256SUMS has 2 lines of 1.0.json; restore it',
  ]);
});

test('a checksum or a client contract of an earlier release that is gone is noticed', () => {
  const sums = checksumLine('1.0', NOW);
  const earlier = ['v1.0.0', 'v1.0.1'].map((tag) => ({ tag, sums, contracts: ['client.a'] }));
  expect(problemsWithEarlier(earlier, `${sums}${checksumLine('1.1', '')}`, ['client.a'])).toEqual(
    [],
  );
  expect(problemsWithEarlier(earlier, checksumLine('1.0', ''), ['client.b'])).toEqual([
    'requirements/SHA256SUMS lacks the checksum that 1.0.json has in v1.0.0; restore it',
    'the client contract client.a is missing, which was released in v1.0.0; restore it',
  ]);
});
