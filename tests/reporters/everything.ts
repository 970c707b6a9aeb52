import type { Report } from '../../harness/report.js';
import type { ReportedWrites } from '../../harness/writing/outcome.js';
import { notAsExpected } from './baselines.js';
import { contracted } from './contracted.js';
import { sampleExchange } from './sample.js';

const API = 'https://patchwork.example.org/api/1.3';
const LIMIT = 'the limit of --max-requests 300 was reached';

const WRITES: ReportedWrites = {
  allowed: true,
  hazardous: false,
  restored: 12,
  notRestored: [{ url: `${API}/users/3/`, field: 'first_name', why: 'changed \u001b[31msince' }],
  leftBehind: [7, 8].map((id) => ({
    kind: 'check',
    url: `${API}/patches/1/checks/${id}/`,
    why: 'none is deleted',
  })),
  journal: 'run.journal',
};

const SCAN: Report['scan'] = {
  cut: LIMIT,
  objects: 60_500,
  lists: [
    { path: 'covers/', version: '1.2', objects: 500, pages: 2, ofPages: 2, complete: true },
    ...(['1.2', '1.3'] as const).map((version) => ({
      path: 'events/',
      version,
      objects: 30_000,
      pages: 120,
      ofPages: 2100,
      complete: false,
      why: LIMIT,
      unread: [{ page: 7, why: 'GET …: expected 200, got 500' }],
    })),
  ],
};

/**
 * All that a report can hold: every verdict, a baseline that no longer fits, client contracts of which one is
 * against the specification, an exhaustive scan, writes, an unsteady requirement, unusual JSON, a rate limit.
 */
export function everything(): Report {
  const report = notAsExpected();
  const [unsteady] = report.results;
  const extensions = (contracted().extensions ?? []).map((own) => ({
    ...own,
    requirements: own.requirements.map((each) =>
      each.id === 'client.link.next-first' ? { ...each, contradicts: 'A sentence.' } : each,
    ),
  }));
  return {
    ...report,
    scope: { ...report.scope, roles: ['user', 'maintainer'], writes: true },
    options: { ...report.options, writes: { journal: 'run.journal' } },
    traffic: {
      ...report.traffic,
      byStatus: { 200: 1000, 500: 204 },
      oddities: { 'repeated-name': 2 },
      refusals: { kind: 'busy', received: 3, lost: 0, by: 'status 429', pace: 7.5 },
    },
    results: report.results.map((result) => ({
      ...result,
      ...(result === unsteady ? { unsteady: 'expected 1, got \u001b[31m<b>2' } : {}),
      violations: result.violations.map((violation) => ({
        ...violation,
        count: 12_345,
        ids: [3, '\u001b[31m<b>`|', ...Array.from({ length: 998 }, () => 7)],
      })),
    })),
    extensions,
    scan: SCAN,
    writes: WRITES,
    exchanges: [...report.exchanges, sampleExchange(9, '/api/1.3/patches/')],
  };
}
