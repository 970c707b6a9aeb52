import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readBaseline } from '../../analysis/baseline/read.js';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { parseReport } from '../../harness/stored-report.js';
import { observedDifferences } from '../../tools/pages/observed-differences.js';
import { compactJson, reducedReport } from '../../tools/pages/reduced-report.js';
import { releaseRuns, starterBaselines } from '../../tools/pages/release-runs.js';
import { twoFails } from '../reporters/reports.js';

const REPORTS = new URL('../../fixtures/releases/', import.meta.url);
const RUNS = releaseRuns(REPORTS);

test('every report is listed, valid, small, and has no path of the machine', () => {
  const kept = readdirSync(REPORTS).filter((name) => name.endsWith('.json'));
  expect(kept.sort()).toEqual(RUNS.map(({ name }) => `${name}.json`).sort());
  for (const { name } of RUNS) {
    const text = readFileSync(new URL(`${name}.json`, REPORTS), 'utf8');
    expect(parseReport(text).verdict).toBe('nonconformant');
    expect(text.length).toBeLessThan(1_000_000);
    expect(text).not.toMatch(/journal\.jsonl|"journal"/);
  }
});

test('every failure of a release is in its baseline, with a reason', () => {
  const ids = [...GROUPS, ...CLIENT_CONTRACTS.groups].flatMap((group) =>
    group.requirements.map(({ id }) => id),
  );
  for (const [index, text] of [...starterBaselines(RUNS).values()].entries()) {
    const entries = readBaseline(text);
    expect(entries.filter(({ reason }) => reason === undefined)).toEqual([]);
    expect(entries.filter(({ requirement }) => !ids.includes(requirement))).toEqual([]);
    const failing = RUNS[index]?.report.results.filter(({ verdict }) => verdict === 'fail') ?? [];
    expect(failing.length).toBeGreaterThan(0);
    for (const { requirement, version } of failing) {
      const entry = entries.find((each) => each.requirement === requirement);
      expect(entry).toMatchObject({ verdict: 'fail', versions: expect.arrayContaining([version]) });
    }
  }
});

test('a report is reduced to the exchanges that the first violation of each result names', () => {
  const whole = twoFails();
  const reduced = reducedReport({
    ...whole,
    options: { writes: { journal: 'run.journal.jsonl' } },
  });
  const named = whole.results.flatMap(({ violations }) =>
    violations.slice(0, 1).flatMap(({ exchange }) => exchange ?? []),
  );
  expect(reduced.exchanges.map(({ n }) => n)).toEqual(
    whole.exchanges.map(({ n }) => n).filter((n) => named.includes(n)),
  );
  expect(reduced.options).toEqual({ writes: {} });
  expect(parseReport(compactJson(reduced)).counts).toEqual(whole.counts);
});

test('observations differ by what was seen in a version that both releases have', () => {
  const [first, second] = ['1.0', '1.1'] as const;
  const run = (name: string, observed: [typeof first | typeof second, unknown][]) => {
    const report = twoFails();
    const results = observed.map(([version, value]) => ({
      requirement: 'a.b',
      version,
      verdict: 'observed' as const,
      violations: [],
      observed: value,
      durationMs: 1,
      exchanges: [],
    }));
    return { name, revision: name, report: { ...report, results } };
  };
  const runs = [
    run('old', [[first, { x: '404', y: '200, items: 3' }]]),
    run('new', [
      [first, { x: '500', y: '200, items: 7' }],
      [second, { x: '404' }],
    ]),
  ];
  expect(observedDifferences(runs)).toEqual([
    {
      requirement: 'a.b',
      key: 'x',
      values: [
        { value: '404', releases: ['old', 'new'] },
        { value: '500', releases: ['new'] },
      ],
    },
  ]);
});
