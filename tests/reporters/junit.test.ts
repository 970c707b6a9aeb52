import { expect, test } from 'vitest';
import type { Entry } from '../../analysis/baseline/entry.js';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { outcomeOf } from '../../harness/outcome.js';
import type { Report, Result } from '../../harness/report.js';
import type { ReportedWrites } from '../../harness/writing/outcome.js';
import { renderJunit } from '../../reporters/junit.js';
import type { Version } from '../../specification/versions.js';
import { sampleReport, sampleRequirement, sampleResults } from './sample.js';

const VERSIONS: Version[] = ['1.2', '1.3'];
const MUST = sampleRequirement({ id: 'root.must', title: 'It must', group: 'root' });
const SHOULD = sampleRequirement({
  id: 'root.should',
  title: 'It should',
  group: 'root',
  level: 'should',
});

const NOT_RESTORED: ReportedWrites = {
  allowed: true,
  hazardous: false,
  restored: 0,
  leftBehind: [],
  notRestored: [{ url: 'https://pw.example.org/api/1.3/users/3/', field: 'email', why: 'gone' }],
};

/** What belongs to no requirement, and keeps a run from being whole. */
const TROUBLES: Record<string, (report: Report) => Report> = {
  none: (report) => report,
  'role user': ({ scope, ...report }) => {
    return { ...report, scope: { ...scope, rejected: [{ role: 'user', why: 'status 401' }] } };
  },
  'data restored': (report) => ({ ...report, writes: NOT_RESTORED }),
  scope: ({ scope, ...report }) => {
    return { ...report, scope: { ...scope, demanded: 'full', missing: 7 } };
  },
  complete: (report) => ({
    ...report,
    interrupted: true,
    ended: { by: 'limit', why: 'the run reached its limit of 7 requests (--max-requests)' },
  }),
  'lists read': (report) => {
    const list = { path: 'patches/', version: '1.3', objects: 9, pages: 1 } as const;
    return { ...report, scan: { objects: 9, lists: [{ ...list, complete: false }] } };
  },
};

const ENTRY: Entry = { requirement: MUST.id, versions: VERSIONS, verdict: 'fail', line: 2 };

const BASELINES: Record<string, Entry[] | undefined> = {
  none: undefined,
  empty: [],
  failure: [ENTRY],
  expired: [{ ...ENTRY, expires: '2026-01-01' }],
  open: [{ ...ENTRY, verdict: 'inconclusive' }],
  'expired open': [{ ...ENTRY, verdict: 'inconclusive', expires: '2026-01-01' }],
  unknown: [{ ...ENTRY, requirement: 'root.unknown' }],
};

interface State {
  must: Result['verdict'];
  should?: Result['verdict'];
  failOn?: 'fail' | 'warn';
  trouble?: string;
  baseline?: string;
}

function reportOf({ must, should = 'pass', failOn = 'fail', trouble = '', baseline = '' }: State) {
  const results = [
    ...sampleResults(MUST.id, VERSIONS, { verdict: must, reason: 'a reason' }),
    ...sampleResults(SHOULD.id, VERSIONS, { verdict: should, reason: 'a reason' }),
  ];
  const sample = sampleReport({ requirements: [MUST, SHOULD], results, examined: VERSIONS });
  const troubled = (TROUBLES[trouble] ?? TROUBLES.none)?.(sample) ?? sample;
  const report: Report = { ...troubled, options: { failOn } };
  const entries = BASELINES[baseline];
  return entries === undefined ? report : holdAgainst(report, { file: 'known.yaml', entries });
}

function counted(xml: string): { failures: number; errors: number } {
  const of = (name: string) => xml.match(new RegExp(`<${name} `, 'g'))?.length ?? 0;
  const counts = { failures: of('failure'), errors: of('error') };
  expect(xml).toMatch(
    new RegExp(`<testsuites [^>]* failures="${counts.failures}" errors="${counts.errors}"`),
  );
  return counts;
}

const STATES: State[] = (['pass', 'fail', 'inconclusive', 'error', 'skipped'] as const).flatMap(
  (must) =>
    (['pass', 'warn', 'inconclusive', 'error', 'skipped'] as const).flatMap((should) =>
      (['fail', 'warn'] as const).flatMap((failOn) =>
        Object.keys(TROUBLES).flatMap((trouble) =>
          Object.keys(BASELINES).map((baseline) => ({ must, should, failOn, trouble, baseline })),
        ),
      ),
    ),
);

test('a file has a failure or an error exactly where the exit status is not 0', () => {
  const seen = STATES.map((state) => {
    const report = reportOf(state);
    const { failures, errors } = counted(renderJunit(report));
    return { state, status: outcomeOf(report).status, isGreen: failures + errors === 0 };
  });
  const wrong = seen.filter(({ status, isGreen }) => (status === 0) !== isGreen);
  expect(wrong).toEqual([]);
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3]));
});

test.for<[State, failures: number, errors: number]>([
  [{ must: 'fail', baseline: 'expired' }, 1, 0],
  [{ must: 'inconclusive', baseline: 'expired open' }, 1, 0],
  [{ must: 'pass', baseline: 'expired' }, 1, 0],
  [{ must: 'pass', baseline: 'failure' }, 1, 0],
  [{ must: 'pass', baseline: 'unknown' }, 1, 0],
  // The entry has expired, and what it is about could not be checked.
  [{ must: 'inconclusive', baseline: 'expired' }, 1, 2],
  [{ must: 'pass', should: 'warn', failOn: 'warn' }, 2, 0],
])('%j is %d failures and %d errors', ([state, failures, errors]) => {
  expect(counted(renderJunit(reportOf(state)))).toEqual({ failures, errors });
});

test('an entry that is stale in one version and expired in another is one failure, with its evidence', () => {
  const { results, ...report } = reportOf({ must: 'fail' });
  const [first, ...more] = results;
  const partly = { ...report, results: [{ ...first, verdict: 'pass' } as Result, ...more] };
  const entries = BASELINES.expired ?? [];
  const xml = renderJunit(holdAgainst(partly, { file: 'known.yaml', entries }));
  expect(counted(xml)).toEqual({ failures: 1, errors: 0 });
  expect(xml).toMatch(
    /name="root.must in 1.2–1.3"[^>]*>\s*<failure message="[^"]*(stale[^"]*expired|expired[^"]*stale)[^>]*>[^<]*It must/,
  );
  expect(xml).toContain('<skipped message="fail: its entry of the baseline has expired"/>');
});

test.for(Object.keys(TROUBLES).filter((trouble) => trouble !== 'none'))(
  'what belongs to no requirement is an error of the suite "run": %s',
  (trouble) => {
    const xml = renderJunit(reportOf({ must: 'pass', trouble }));
    expect(counted(xml)).toEqual({ failures: 0, errors: 1 });
    const [, run = ''] = xml.split('<testsuite name="run" ');
    expect(run).toMatch(
      new RegExp(`<testcase classname="conformance.run" name="${trouble}"[^>]*>\\s*<error `),
    );
  },
);

test('a run that checked nothing is one error', () => {
  const xml = renderJunit(reportOf({ must: 'skipped', should: 'skipped' }));
  expect(counted(xml)).toEqual({ failures: 0, errors: 1 });
  expect(xml).toContain('message="no MUST or SHOULD could be checked"');
});
