import { describe, expect, it } from 'vitest';
import type { Entry } from '../../analysis/baseline/entry.js';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { rewrite } from '../../analysis/baseline/rewrite.js';
import type { AgainstBaseline } from '../../harness/against-baseline.js';
import type { Report, ReportedExtension, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { sampleReport, sampleRequirement, sampleResults } from '../reporters/sample.js';

const MUST = sampleRequirement({ id: 'root.must', title: 'must', group: 'root' });
const SHOULD = { ...MUST, id: 'root.should', level: 'should' as const };
const LATE = { ...MUST, id: 'root.late', versions: ['1.3', '1.4'] satisfies Version[] };

/** A report of results such as `root.must 1.0 fail`; begun on 2 January 2026. */
function reportOf(told: readonly string[], more: Partial<Report> = {}): Report {
  const results = told.flatMap((each): Result[] => {
    const [id = '', version = '', verdict = '', ...reason] = each.split(' ');
    return sampleResults(id, [version as Version], {
      verdict: verdict as Result['verdict'],
      reason: reason.join(' ') || undefined,
    });
  });
  return { ...sampleReport({ requirements: [MUST, SHOULD, LATE], results }), ...more };
}

function entry(told: string, more: Partial<Entry> = {}): Entry {
  const [requirement = '', ...versions] = told.split(' ');
  return { requirement, versions: versions as Version[], verdict: 'fail', ...more };
}

function against(report: Report, entries: Entry[]): AgainstBaseline {
  const { baseline } = holdAgainst(report, { file: 'known.yaml', entries });
  if (baseline === undefined) throw new Error('it was not held against anything');
  return baseline;
}

/** The outcome and the problems, each as `kind requirement versions`. */
function told(report: Report, entries: Entry[]): string[] {
  const { outcome, problems } = against(report, entries);
  return [
    outcome,
    ...problems.map(({ kind, requirement, versions }) =>
      [kind, requirement, ...versions].join(' '),
    ),
  ];
}

const ACCEPTED = entry('root.must 1.0', { verdict: 'inconclusive' });

describe('holding results against a baseline', () => {
  it('expects a failure, and says why', () => {
    const report = reportOf(['root.must 1.0 fail', 'root.must 1.1 pass']);
    const why = { reason: 'known', link: 'https://bugs.example.org/1', expires: '2026-01-02' };
    const entries = [entry('root.must 1.0', why)];
    const held = holdAgainst(report, { file: 'known.yaml', entries });
    expect(held.baseline).toEqual({ file: 'known.yaml', outcome: 'as-expected', problems: [] });
    expect(held.results.map(({ expected }) => expected)).toEqual([why, undefined]);
    expect(held.verdict).toBe('nonconformant');
    expect(held.counts).toEqual(report.counts);
  });

  it('keeps an entry whose requirement was unsteady: it may fail in the next run', () => {
    const unsteady = { verdict: 'pass', unsteady: 'expected 1, got 2' } as const;
    const report = { ...reportOf([]), results: sampleResults('root.must', ['1.0'], unsteady) };
    const entries = [entry('root.must 1.0')];
    expect(told(report, entries)).toEqual(['as-expected']);
    expect(rewrite(report, entries)).toMatchObject({ entries, removed: 0 });
  });

  it.each<[what: string, results: string, entries: Entry[], told: string]>([
    ['a warning', 'root.should 1.0 warn, root.must 1.1 pass', [], 'as-expected'],
    [
      'failures nobody expects, in several versions',
      'root.must 1.0 fail, root.must 1.1 fail, root.must 1.2 fail',
      [entry('root.must 1.1')],
      'unexpected, unexpected-failure root.must 1.0 1.2',
    ],
    [
      'a SHOULD, which only warns',
      'root.should 1.0 warn, root.must 1.1 pass',
      [entry('root.should 1.0')],
      'unexpected, no-longer-so root.should 1.0',
    ],
    [
      'an unknown requirement',
      'root.must 1.0 pass',
      [entry('root.gone 1.0 1.1')],
      'unexpected, unknown-requirement root.gone 1.0 1.1',
    ],
    [
      'a version that the requirement is not for',
      'root.late 1.0 not-applicable, root.late 1.3 fail',
      [entry('root.late 1.0 1.3')],
      'unexpected, not-judged-in-version root.late 1.0',
    ],
    [
      'a version that the instance has dropped',
      'root.must 1.0 not-applicable the instance does not offer version 1.0, root.must 1.1 fail',
      [entry('root.must 1.0 1.1')],
      'unexpected, not-judged-in-version root.must 1.0',
    ],
    [
      'an entry whose last day was yesterday',
      'root.must 1.0 fail',
      [entry('root.must 1.0', { expires: '2026-01-01' })],
      'unexpected, expired root.must 1.0',
    ],
    [
      'an open MUST',
      'root.must 1.0 inconclusive, root.must 1.1 error',
      [],
      'incomplete, unexpected-inconclusive root.must 1.0, unexpected-inconclusive root.must 1.1',
    ],
    [
      'an open MUST that is accepted',
      'root.must 1.0 inconclusive, root.must 1.1 pass',
      [ACCEPTED],
      'as-expected',
    ],
    ['nothing but what is accepted', 'root.must 1.0 inconclusive', [ACCEPTED], 'incomplete'],
    [
      'a failure that could not be looked for',
      'root.must 1.0 inconclusive',
      [entry('root.must 1.0')],
      'incomplete, unexpected-inconclusive root.must 1.0',
    ],
    [
      'what was to be inconclusive and fails',
      'root.must 1.0 fail',
      [ACCEPTED],
      'unexpected, unexpected-failure root.must 1.0, no-longer-so root.must 1.0',
    ],
  ])('%s', (_name, results, entries, expected) => {
    expect(told(reportOf(results.split(', ')), entries).join(', ')).toBe(expected);
  });

  it('counts what the run did not ask for, and holds nothing of it against the entries', () => {
    const report = reportOf([
      'root.must 1.0 skipped left out by --only',
      'root.must 1.1 skipped left out by --only',
      'root.should 1.0 skipped needs credentials for the role user',
    ]);
    const entries = [
      entry('root.must 1.0 1.1 1.2', { expires: '2025-01-01' }),
      entry('root.should 1.0', { verdict: 'inconclusive' }),
    ];
    expect(against(report, entries)).toEqual({
      file: 'known.yaml',
      outcome: 'incomplete',
      problems: [],
      notHeld: [
        { why: 'left out by --only', results: 2 },
        { why: 'left out by --versions', results: 1 },
        { why: 'needs credentials for the role user', results: 1 },
      ],
    });
  });

  it('with a set, ignores what was added after it, and knows an unknown id', () => {
    const plain = reportOf(['root.must 1.0 pass']);
    const extension = (id: string, addedAfter?: string): ReportedExtension => {
      const { verdict, counts, countsByVersion } = plain;
      const requirements = [{ ...MUST, id }];
      return { suite: id, addedAfter, verdict, counts, countsByVersion, requirements, results: [] };
    };
    const report: Report = {
      ...plain,
      scope: { ...plain.scope, requirements: '1.0' },
      extensions: [extension('root.added', '1.0'), extension('client.link')],
    };
    expect(against(report, [entry('root.added 1.0'), entry('root.late 1.0')])).toMatchObject({
      outcome: 'as-expected',
      notHeld: [{ why: 'not in the requirements of 1.0', results: 2 }],
    });
    const unknown = [entry('root.mist 1.0'), entry('client.link 1.0')];
    expect(told(report, unknown)).toEqual([
      'unexpected',
      'unknown-requirement root.mist 1.0',
      'unknown-requirement client.link 1.0',
    ]);
    expect(told(plain, unknown)).toEqual(told(report, unknown));
  });

  it('calls nothing mended that an interrupted run did not reach', () => {
    const report = reportOf(['root.must 1.0 inconclusive', 'root.must 1.1 pass'], {
      interrupted: true,
      ended: { by: 'limit', why: 'the run reached its limit' },
    });
    expect(told(report, [entry('root.must 1.0')])).toEqual(['incomplete']);
    expect(told(report, [entry('root.must 1.0 1.1')])).toEqual([
      'unexpected',
      'no-longer-so root.must 1.1',
    ]);
  });
});
