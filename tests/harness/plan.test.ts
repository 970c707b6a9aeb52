import { expect, test } from 'vitest';
import { plan } from '../../harness/plan.js';
import type { Group } from '../../harness/requirement.js';
import { checkPatterns, isSelected, NothingNamed } from '../../harness/selection.js';
import { before, since, type Version } from '../../specification/versions.js';
import { declared, group } from './declared.js';

const GROUPS = [
  group('root', declared('root.answers'), declared('root.urls', { versions: since('1.3') })),
  group('covers', declared('cover.list'), declared('cover.absent', { versions: before('1.1') })),
];

const ALL_OF_IT = { only: [], skip: [], credentials: {} };

/** The plan for an instance that offers these versions; pairs as id and version. */
function planned(
  groups: readonly Group[],
  offered: readonly Version[],
  settings: Parameters<typeof plan>[2],
) {
  const found = { offered: [...offered], rejected: [] };
  const { wanted, ...rest } = plan({ groups, extensions: [] }, found, settings);
  const pairs = wanted.map(({ requirement, version }): [string, Version] => [
    requirement.id,
    version,
  ]);
  return { wanted: pairs, ...rest };
}

test('every requirement is wanted in each version that has it and that is offered', () => {
  const { examined, wanted, settled } = planned(GROUPS, ['1.0', '1.3'], ALL_OF_IT);
  expect(examined).toEqual(['1.0', '1.3']);
  // Of each other pair the result is known; none is both.
  const pairs = settled.map(({ requirement, version }) => `${requirement} ${version}`);
  expect(new Set([...pairs, ...wanted.map((pair) => pair.join(' '))]).size).toBe(4 * 5);
  expect(pairs.length + wanted.length).toBe(4 * 5);
  expect(wanted).toEqual([
    ['root.answers', '1.0'],
    ['root.answers', '1.3'],
    ['root.urls', '1.3'],
    ['cover.list', '1.0'],
    ['cover.absent', '1.0'],
    ['cover.list', '1.3'],
  ]);
});

test('what judges an absence is judged where the version was asked for by name, and only there', () => {
  const groups = [group('root', declared('version.offered', { judgesAbsence: true }))];
  expect(planned(groups, ['1.0'], ALL_OF_IT).wanted).toEqual([['version.offered', '1.0']]);
  expect(planned(groups, ['1.0'], { ...ALL_OF_IT, versions: ['1.4'] }).wanted).toEqual([
    ['version.offered', '1.4'],
  ]);
});

const ALL_IDS = ['root.answers', 'root.urls', 'cover.list', 'cover.absent'];

test.for<[only: string[], skip: string[], selected: string[]]>([
  [[], [], ALL_IDS],
  [['cover.list'], [], ['cover.list']],
  [['covers'], [], ['cover.list', 'cover.absent']],
  [['cover.*'], [], ['cover.list', 'cover.absent']],
  [['*.list'], [], ['cover.list']],
  [['*s'], [], ['root.answers', 'root.urls']],
  [['r*.*rs'], [], ['root.answers']],
  [['*'], [], ALL_IDS],
  [['*over*'], [], ['cover.list', 'cover.absent']],
  [['cover'], [], []],
  [['cover.*.list'], [], []],
  // What stands at both ends does not stand there twice.
  [['cover.list*.list'], [], []],
  [['*rs*rs'], [], []],
  [['cover.detail', 'root'], [], ['root.answers', 'root.urls']],
  [[], ['covers', 'root.urls'], ['root.answers']],
  [[], ['cover.detail'], ALL_IDS],
  [['cover.list'], ['cover.*'], []],
])('--only %j --skip %j selects %j', ([only, skip, selected]) => {
  const ids = GROUPS.flatMap((each) =>
    each.requirements.filter((one) => isSelected(one, each, only, skip)).map(({ id }) => id),
  );
  expect(ids).toEqual(selected);
});

test('a pattern that names nothing is refused with the groups, or with the nearest names', () => {
  expect(() => checkPatterns(GROUPS, ['root', 'cover.*', 'cover.list'])).not.toThrow();
  for (const pattern of ['cover', 'rooot', 'cover.list.*', '']) {
    expect(() => checkPatterns(GROUPS, ['root', pattern])).toThrow(NothingNamed);
    expect(() => checkPatterns(GROUPS, [pattern])).toThrow(`"${pattern}" matches nothing`);
  }
  expect(() => checkPatterns(GROUPS, ['zzz'])).toThrow('(root, covers)');
  expect(() => checkPatterns(GROUPS, ['rooot'])).toThrow('did you mean root?');
  expect(() => checkPatterns(GROUPS, ['cover'])).toThrow(/did you mean cover(s|\.)/);
});
