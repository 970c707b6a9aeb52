import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readBaseline } from '../../analysis/baseline/read.js';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { parseReport } from '../../harness/stored-report.js';
import { releaseRuns, starterBaselines } from '../../tools/pages/release-runs.js';

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
  for (const [name, text] of starterBaselines(RUNS)) {
    const run = RUNS.find((each) => name.startsWith(`patchwork-${each.name}`));
    const entries = readBaseline(text);
    expect(entries.filter(({ reason }) => reason === undefined)).toEqual([]);
    expect(entries.filter(({ requirement }) => !ids.includes(requirement))).toEqual([]);
    const failing = run?.report.results.filter(({ verdict }) => verdict === 'fail') ?? [];
    expect(failing.length).toBeGreaterThan(0);
    for (const { requirement, version } of failing) {
      const entry = entries.find((each) => each.requirement === requirement);
      expect(entry).toMatchObject({ verdict: 'fail', versions: expect.arrayContaining([version]) });
    }
  }
});
