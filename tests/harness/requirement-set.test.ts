import { expect, test } from 'vitest';
import { exitStatus } from '../../cli/exit-status.js';
import { assembleReport } from '../../harness/assemble-report.js';
import type { Judgement } from '../../harness/check.js';
import { blank, plan } from '../../harness/plan.js';
import type { Report } from '../../harness/report.js';
import { divided, type RequirementSet } from '../../harness/requirement-set.js';
import type { RunSettings } from '../../harness/settings.js';
import type { Verdict } from '../../harness/verdict.js';
import { conclusionOf } from '../../reporters/view/summary.js';
import { ALL, since, type Version } from '../../specification/versions.js';
import { declared, group } from './declared.js';
import { settingsFor } from './serving.js';

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
  const settings: RunSettings = {
    ...settingsFor('http://127.0.0.1:8000', {}),
    only: [],
    skip: [],
    seed: 7,
    requirements: SET.name,
    ...changed,
  };
  const { scored, later } = divided(CATALOGUE, SET);
  const judged = (id: string, own: Verdict): Judgement => ({
    result: { ...blank(id, '1.2'), verdict: own, exchanges: [] },
    evidence: [],
    traffic: { requests: 1, bytes: 10, byMethod: { GET: 1 } },
  });
  return assembleReport({
    settings,
    groups: scored,
    extensions: [{ suite: 'added after 1.0', addedAfter: '1.0', groups: later }],
    offered: OFFERED,
    planned: plan(
      { groups: [...scored, ...later], extensions: [] },
      { offered: OFFERED, rejected: [] },
      settings,
    ),
    rejected: [],
    judgements: [
      ...['root.answers', 'root.urls'].map((id) => judged(id, 'pass')),
      judged('label.list', verdict),
    ],
    fields: [],
    unhandled: [],
    interrupted: false,
    startedAt: new Date('2026-01-02T03:04:05Z'),
    traffic: { requests: 3, bytes: 30, byMethod: { GET: 3 } },
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

test('--scope does not miss what only a requirement added later needs', () => {
  const report = reportWith('pass', { scope: 'signed-in' });
  expect(report.scope).toMatchObject({ requirements: '1.0', demanded: 'signed-in', missing: 0 });
  expect(exitStatus(report)).toBe(0);
});
