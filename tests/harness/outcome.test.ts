import { expect, test } from 'vitest';
import type { Entry } from '../../analysis/baseline/entry.js';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { outcomeOf, unwritten } from '../../harness/outcome.js';
import type { Report, Result } from '../../harness/report.js';
import type { ReportedWrites } from '../../harness/writing/outcome.js';
import { sampleReport, sampleRequirement, sampleResults } from '../reporters/sample.js';

const MUST = sampleRequirement({ id: 'root.must', title: 'It must', group: 'root' });
const OTHER = sampleRequirement({ id: 'root.other', title: 'It must, too', group: 'root' });
const SHOULD = sampleRequirement({
  id: 'root.should',
  title: 'It should',
  group: 'root',
  level: 'should',
});

const ENDS = ['by itself', 'limit', 'signal', 'dead worker'] as const;
const FINDINGS = ['nothing', 'a warning', 'a MUST failed'] as const;
const GAPS = [
  'complete',
  'inconclusive',
  'in error',
  'role rejected',
  'role lost',
  'list unread',
  'not restored',
  'nothing checked',
] as const;
const BASELINES = ['none', 'as expected', 'unexpected', 'stale', 'expired', 'starter'] as const;
const SCOPES = ['none', 'met', 'not met'] as const;

interface State {
  end: (typeof ENDS)[number];
  finding: (typeof FINDINGS)[number];
  gap: (typeof GAPS)[number];
  baseline: (typeof BASELINES)[number];
  failsOnWarn: boolean;
  scope: (typeof SCOPES)[number];
  isWritten: boolean;
}

const STATES: State[] = ENDS.flatMap((end) =>
  FINDINGS.flatMap((finding) =>
    GAPS.flatMap((gap) =>
      BASELINES.flatMap((baseline) =>
        [true, false].flatMap((failsOnWarn) =>
          SCOPES.flatMap((scope) =>
            [true, false].map((isWritten) => {
              return { end, finding, gap, baseline, failsOnWarn, scope, isWritten };
            }),
          ),
        ),
      ),
    ),
  ),
);

const NOT_RESTORED: ReportedWrites = {
  allowed: true,
  hazardous: false,
  restored: 0,
  leftBehind: [],
  notRestored: [{ url: 'https://pw.example.org/api/1.3/users/3/', field: 'email', why: 'gone' }],
};

function resultsOf({ finding, gap }: State): Result[] {
  const result = (id: string, verdict: Result['verdict'], more: Partial<Result> = {}) =>
    sampleResults(id, ['1.3'], { verdict, reason: 'a reason', ...more });
  if (gap === 'nothing checked') {
    return [MUST, OTHER, SHOULD].flatMap(({ id }) => result(id, 'skipped'));
  }
  const other =
    gap === 'inconclusive'
      ? result(OTHER.id, 'inconclusive')
      : gap === 'in error'
        ? result(OTHER.id, 'error')
        : result(OTHER.id, 'pass');
  const should = finding === 'a warning' ? 'warn' : 'pass';
  return [
    ...result(MUST.id, finding === 'a MUST failed' ? 'fail' : 'pass'),
    ...other,
    // What is lost is said by a result, also by one that is no MUST.
    ...(gap === 'role lost'
      ? result(SHOULD.id, 'error', { code: 'role-rejected' })
      : result(SHOULD.id, should)),
  ];
}

function reportOf(state: State): Report {
  const { end, gap, baseline, failsOnWarn, scope } = state;
  const results = resultsOf(state);
  const by = { limit: 'limit', signal: 'signal', 'dead worker': 'worker' } as const;
  const report = sampleReport({
    requirements: [MUST, OTHER, SHOULD],
    results,
    examined: ['1.3'],
    ...(end === 'by itself' ? {} : { ended: { by: by[end], why: 'it ended' } }),
  });
  const whole: Report = {
    ...report,
    options: failsOnWarn ? { failOn: 'warn' } : {},
    scope: {
      ...report.scope,
      ...(gap === 'role rejected' ? { rejected: [{ role: 'user', why: 'status 401' }] } : {}),
      ...(scope === 'none' ? {} : { demanded: 'full', missing: scope === 'met' ? 0 : 7 }),
    },
    ...(gap === 'not restored' ? { writes: NOT_RESTORED } : {}),
    ...(gap === 'list unread'
      ? {
          scan: {
            objects: 9,
            lists: [{ path: 'patches/', version: '1.3', objects: 9, pages: 1, complete: false }],
          },
        }
      : {}),
  };
  const entries = entriesOf(baseline, results);
  return entries === undefined
    ? whole
    : holdAgainst(whole, {
        file: 'known.yaml',
        entries,
        ...(baseline === 'starter' ? { starter: true } : {}),
      });
}

/** The entries of a baseline that holds, where it expects, what the results are. */
function entriesOf(baseline: State['baseline'], results: readonly Result[]): Entry[] | undefined {
  if (baseline === 'none') return undefined;
  if (baseline === 'unexpected') return [];
  const entry = (requirement: string, verdict: Entry['verdict']): Entry => ({
    requirement,
    versions: ['1.3'],
    verdict,
  });
  const expected = results.flatMap(({ requirement, verdict }) =>
    verdict === 'fail' || verdict === 'warn' || verdict === 'inconclusive'
      ? [entry(requirement, verdict)]
      : [],
  );
  if (baseline === 'as expected') return expected;
  if (baseline === 'expired') return expected.map((each) => ({ ...each, expires: '2025-01-01' }));
  // An entry whose failure was mended.
  const mended = results.some(({ requirement }) => requirement === OTHER.id)
    ? [entry(MUST.id, 'fail')].filter(({ requirement }) =>
        expected.every((each) => each.requirement !== requirement),
      )
    : [];
  return [...expected, ...mended];
}

/** The table of the README, told by the state alone: the first that applies. */
function expectedStatus({ end, finding, gap, baseline, failsOnWarn, scope }: State): number {
  if (end === 'signal') return 130;
  if (gap === 'nothing checked' && end !== 'dead worker') return 2;
  const isChecked = gap !== 'nothing checked';
  const fails = isChecked && finding === 'a MUST failed';
  // A SHOULD that says that a role was lost warns of nothing.
  const warns = isChecked && finding === 'a warning' && gap !== 'role lost';
  const expects = ['as expected', 'stale', 'starter'].includes(baseline);
  if (fails && !expects) return 1;
  if (warns && failsOnWarn && !expects) return 1;
  const isOpen = gap === 'inconclusive';
  if (baseline === 'expired' && (fails || warns || isOpen)) return 1;
  if (baseline === 'stale' && isChecked && !fails) return 1;
  if (end !== 'by itself' || scope === 'not met') return 3;
  if (gap === 'inconclusive' && expects) return 0;
  return gap === 'complete' ? 0 : 3;
}

test('the exit status is the first of the table that applies, in every state', () => {
  const wrong = STATES.flatMap((state) => {
    const { status } = outcomeOf(reportOf(state));
    const plain = expectedStatus(state);
    const expected = state.isWritten || plain === 1 || plain === 130 ? plain : 2;
    const received = state.isWritten ? status : unwritten(status);
    return received === expected ? [] : [{ ...state, expected, received }];
  });
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(new Set(STATES.map(expectedStatus))).toEqual(new Set([0, 1, 2, 3, 130]));
});

test('name, tone, baseline and verdict never say another thing than the exit status', () => {
  for (const state of STATES) {
    const report = reportOf(state);
    const { status, name, tone, verdict } = outcomeOf(report);
    expect(tone, name).toBe(status === 0 ? 'good' : status === 1 ? 'bad' : 'open');
    if (report.baseline !== undefined) {
      const { outcome } = report.baseline;
      expect(outcome).toBe(
        status === 0 ? 'as-expected' : status === 1 ? 'unexpected' : 'incomplete',
      );
    }
    expect(verdict).toBe(report.verdict === 'conformant' ? verdict : report.verdict);
    if (name === 'conformant') expect([verdict, status]).toEqual(['conformant', 0]);
    if (status === 0 && name !== 'conformant') expect(report.baseline).toBeDefined();
    // After a limit the verdict is said, after a signal that the run was interrupted.
    expect(name === 'interrupted').toBe(state.end === 'signal');
  }
});

test('a report of an older release that was interrupted does not say by what: as by a signal', () => {
  const [state] = STATES.filter(({ end }) => end === 'signal');
  const { ended: _, ...old } = reportOf(state as State);
  expect(outcomeOf(old)).toMatchObject({ name: 'interrupted', status: 130 });
});
