import { expect, test } from 'vitest';
import { refuseUnknownNames } from '../../cli/choice.js';
import { Refusal } from '../../cli/refusal.js';
import { whyNotRun } from '../../harness/needs.js';
import { plan } from '../../harness/plan.js';
import type { Need } from '../../harness/requirement.js';
import type { SignedInRole } from '../../harness/role.js';
import { isSelected } from '../../harness/selection.js';
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
  expect(() =>
    refuseUnknownNames(GROUPS, { only: ['root', 'cover.*', 'cover.list'] }),
  ).not.toThrow();
  // Linear, however many asterisks.
  expect(() => refuseUnknownNames(GROUPS, { only: [`${'*'.repeat(40)}Z`] })).toThrow(Refusal);
  for (const pattern of ['cover', 'rooot', 'cover.list.*', '']) {
    expect(() => refuseUnknownNames(GROUPS, { only: ['root', pattern] })).toThrow(Refusal);
    expect(() => refuseUnknownNames(GROUPS, { only: [pattern] })).toThrow(
      `"${pattern}" matches nothing`,
    );
  }
  expect(() => refuseUnknownNames(GROUPS, { only: ['zzz'] })).toThrow('(root, covers)');
  expect(() => refuseUnknownNames(GROUPS, { only: ['rooot'] })).toThrow('did you mean root?');
  expect(() => refuseUnknownNames(GROUPS, { only: ['cover'] })).toThrow(/did you mean cover(s|\.)/);
});

const NEEDS: [needs: Need[], roles: SignedInRole[], reason: string | undefined][] = [
  [[], [], undefined],
  [['user'], ['other'], 'needs credentials for the role user'],
  [['user', 'other'], ['user'], 'needs credentials for the role other'],
  [['signed-in'], [], 'needs credentials for any role'],
  [['signed-in'], ['maintainer'], undefined],
  [['user-or-maintainer'], ['other'], 'needs credentials for the role user or maintainer'],
  [['user-or-maintainer'], ['maintainer'], undefined],
  [['writes'], ['user', 'other', 'maintainer'], 'needs writes (--allow-writes)'],
  [['hazardous-inputs'], ['user'], 'needs hazardous inputs (--hazardous-inputs)'],
];

test.for(NEEDS)('needs %j, has %j', ([needs, roles, reason]) => {
  const lacking = { rejected: [], writes: false, otherProject: false, hazardous: false };
  const notRun = whyNotRun({ needs }, { roles, ...lacking });
  expect([notRun?.verdict, notRun?.reason.says]).toEqual([reason && 'skipped', reason]);
});
