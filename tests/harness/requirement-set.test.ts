import { expect, test } from 'vitest';
import { exitStatus } from '../../cli/exit-status.js';
import type { Report } from '../../harness/report.js';
import { divided, type RequirementSet } from '../../harness/requirement-set.js';
import type { RunSettings } from '../../harness/settings.js';
import type { Verdict } from '../../harness/verdict.js';
import { conclusionOf } from '../../reporters/view/summary.js';
import { ALL, since, type Version } from '../../specification/versions.js';
import { assembled, declared, group, judged, runSettings } from './declared.js';

const CATALOGUE = [
  group(
    'root',
    declared('root.answers'),
    declared('root.urls', { versions: since('1.1') }),
    declared('root.later', { needs: ['ci'] }),
  ),
  group('labels', declared('label.list')),
];

const SET: RequirementSet = {
  name: '1.0',
  requirements: [
    { id: 'root.answers', says: 'It says root.answers', level: 'must', versions: ALL },
    { id: 'root.urls', says: 'It says root.urls', level: 'should', versions: ['1.0', '1.2'] },
  ],
};

test('a set has its levels, and the versions that it shares with the catalogue', () => {
  const { scored, later } = divided(CATALOGUE, SET);
  const facts = scored.map(({ name, requirements }) => [
    name,
    requirements.map(({ id, level, versions }) => [id, level, versions]),
  ]);
  expect(facts).toEqual([
    [
      'root',
      [
        ['root.answers', 'must', ALL],
        ['root.urls', 'should', ['1.2']],
      ],
    ],
  ]);
  expect(later.flatMap(({ requirements }) => requirements.map(({ id }) => id))).toEqual([
    'root.later',
    'label.list',
  ]);
});

const OFFERED: Version[] = ['1.2'];

/** The report of a run by the set in which `label.list` has this verdict. */
function reportWith(verdict: Verdict, changed: Partial<RunSettings> = {}): Report {
  const { scored, later } = divided(CATALOGUE, SET);
  return assembled({
    settings: runSettings({ requirements: SET.name, ...changed }),
    groups: scored,
    extensions: [{ suite: 'added after 1.0', addedAfter: '1.0', groups: later }],
    offered: OFFERED,
    judgements: [
      ...['root.answers', 'root.urls'].map((id) => judged(id, '1.2', 'pass')),
      judged('label.list', '1.2', verdict),
    ],
  });
}

test.for(['pass', 'fail', 'error', 'inconclusive', 'warn'] as const)(
  'a requirement added after the set may be %s: the verdict is the same',
  (verdict) => {
    const report = reportWith(verdict, { failOn: 'warn' });
    expect([report.verdict, exitStatus(report)]).toEqual(['conformant', 0]);
    expect(conclusionOf(report)).toEqual({ name: 'conformant', tone: 'good' });
    expect(report.judged).toEqual({ requirements: 2, of: 2 });
    expect(report.counts[verdict]).toBe(verdict === 'pass' ? 2 : 0);
    const [added] = report.extensions ?? [];
    expect(added?.results).toContainEqual(
      expect.objectContaining({ requirement: 'label.list', version: '1.2', verdict }),
    );
  },
);
