import { expect, test } from 'vitest';
import { plan } from '../../harness/plan.js';
import { checkPatterns, isSelected, NothingNamed } from '../../harness/selection.js';
import { before, since, type Version } from '../../specification/versions.js';
import { declared, group } from './declared.js';

const GROUPS = [
  group('root', declared('root.answers'), declared('root.urls', { versions: since('1.3') })),
  group('covers', declared('cover.list'), declared('cover.absent', { versions: before('1.1') })),
];

test.for<[versions: Version[] | undefined, judged: string[]]>([
  [undefined, ['1.0']],
  [['1.4'], ['1.4']],
])(
  'what judges an absence is judged in a version that --versions %j names, and only there',
  ([versions, judged]) => {
    const groups = [group('root', declared('version.offered', { judgesAbsence: true }))];
    const found = { offered: ['1.0' as const], rejected: [] };
    const settings = { only: [], skip: [], credentials: {}, versions };
    const { wanted } = plan({ groups, extensions: [] }, found, settings);
    expect(wanted.map(({ version }) => version)).toEqual(judged);
  },
);

test('a version that is named must be offered, whatever --only selects, unless --skip leaves that out', () => {
  const offers = declared('version.offered', { judgesAbsence: true });
  const groups = [group('root', offers, declared('root.answers'))];
  const planned = (versions: Version[], skip: string[] = []) => {
    const settings = { only: ['root.answers'], skip, credentials: {}, versions };
    const found = { offered: ['1.2' as const], rejected: [] };
    const { wanted } = plan({ groups, extensions: [] }, found, settings);
    return wanted.map(({ requirement: { id }, version }) => `${id} ${version}`);
  };
  expect(planned(['1.2', '1.3'])).toEqual(['root.answers 1.2', 'version.offered 1.3']);
  expect(planned(['1.2'])).toEqual(['root.answers 1.2']);
  expect(planned(['1.2', '1.3'], ['version.*'])).toEqual(['root.answers 1.2']);
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
  // Linear, however many asterisks.
  expect(() => checkPatterns(GROUPS, [`${'*'.repeat(40)}Z`])).toThrow(NothingNamed);
  for (const pattern of ['cover', 'rooot', 'cover.list.*', '']) {
    expect(() => checkPatterns(GROUPS, ['root', pattern])).toThrow(NothingNamed);
    expect(() => checkPatterns(GROUPS, [pattern])).toThrow(`"${pattern}" matches nothing`);
  }
  expect(() => checkPatterns(GROUPS, ['zzz'])).toThrow('(root, covers)');
  expect(() => checkPatterns(GROUPS, ['rooot'])).toThrow('did you mean root?');
  expect(() => checkPatterns(GROUPS, ['cover'])).toThrow(/did you mean cover(s|\.)/);
});
