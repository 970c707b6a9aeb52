import { expect, test } from 'vitest';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import type { Latency } from '../../harness/client/traffic.js';
import type { Report } from '../../harness/report.js';
import { COMPARISON } from '../../reporters/formats.js';
import { textOf } from '../reporters/rendered.js';
import { everywhere, plotted } from './plots.js';

const ENDPOINTS = ['/covers/', '/events/', '/people/', '/series/', '/users/{id}/'];

/** A report in which every endpoint takes so long, but for those of `others`. */
function taking(usualMs: number, others: Record<string, number> = {}, requests = 3): Report {
  const latencies = ENDPOINTS.flatMap((endpoint) =>
    (['1.1', '1.2'] as const).map((version): Latency => {
      const medianMs = others[`${endpoint} ${version}`] ?? others[endpoint] ?? usualMs;
      const isList = endpoint.endsWith('}/') ? undefined : (true as const);
      return {
        ...{ endpoint, version, isList, requests },
        ...{ medianMs, worstMs: 2 * medianMs, bytes: 1000 },
      };
    }),
  );
  return plotted({ 'a.b': { verdicts: everywhere('pass') } }, { latencies });
}

function compared(before: Report, after: Report) {
  const comparison = compareReports([
    { file: 'a.json', report: before },
    { file: 'b.json', report: after },
  ]);
  const [{ latencies = [] } = {}] = comparison.steps;
  const slower = latencies.map(({ endpoint, slowerIn }) => `${endpoint} ${slowerIn.join(' ')}`);
  return { comparison, latencies, slower };
}

test('a list that became much slower than the others is told, and no verdict rests on it', () => {
  const { comparison, slower, latencies } = compared(taking(40), taking(50, { '/series/': 7000 }));
  expect(slower).toEqual(['/series/ 1.1 1.2']);
  expect(latencies[0]).toEqual({
    endpoint: '/series/',
    fromMs: 40,
    toMs: 7000,
    toWorstMs: 14_000,
    factor: 140,
    slowerIn: ['1.1', '1.2'],
    requests: 6,
  });
  expect(comparison.verdict).toBe('not-regressed');
  const text = textOf(COMPARISON, comparison, { colour: false, columns: 100 });
  expect(text).toContain('median 40 ms, then 7.0 s, at worst 14.0 s: 140.0 times slower');
  expect(text).not.toContain('/covers/ 40 ms');
  expect(text).toMatch(/ NOT REGRESSED .*1 list slower/s);
});

test.for<[string, Report, Report]>([
  ['a network that is ten times slower', taking(40), taking(400)],
  ['a list that is three times slower', taking(40), taking(40, { '/series/': 120 })],
  ['a list that takes less than a tenth of a second', taking(2), taking(2, { '/series/': 90 })],
  ['an object, which is no list', taking(40), taking(40, { '/users/{id}/': 900 })],
  ['one slow response', taking(40), taking(40, { '/series/ 1.2': 900 }, 1)],
  ['a report without latencies', plotted({}), taking(40, { '/series/': 900 })],
])('%s is not told', ([, before, after]) => {
  expect(compared(before, after).slower).toEqual([]);
});

test('a list that is slower in one version is told with that version', () => {
  expect(compared(taking(40), taking(40, { '/series/ 1.2': 900 })).slower).toEqual([
    '/series/ 1.2',
  ]);
});
