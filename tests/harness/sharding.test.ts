import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeReports } from '../../analysis/merging/merge-reports.js';
import { GROUPS } from '../../cli/catalogue.js';
import { COSTS } from '../../cli/costs.js';
import { plan } from '../../harness/plan.js';
import type { Report } from '../../harness/report.js';
import { inOtherShard, inShard, shardOf } from '../../harness/shard.js';
import { VERSIONS } from '../../specification/versions.js';
import { twoFails } from '../reporters/reports.js';

const token = { token: 'a token' };
const SETTINGS = {
  only: [],
  skip: [],
  credentials: { user: token, other: token, maintainer: token },
};
const reading = plan(GROUPS, VERSIONS, SETTINGS);
const writing = plan(GROUPS, VERSIONS, {
  ...SETTINGS,
  writes: { runs: 1, hazardous: false, journal: '' },
});
const division = { groups: GROUPS, costs: COSTS };
const writers = new Set(
  GROUPS.flatMap(({ requirements }) => requirements)
    .filter(({ needs }) => needs.includes('writes'))
    .map(({ id }) => id),
);
const named = (pairs: readonly (readonly string[])[]) => pairs.map((pair) => pair.join(' ')).sort();

test('each requirement and version is in one shard, and the others say in which', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.boolean(), (count, writes) => {
      const whole = writes ? writing : reading;
      const indexes = Array.from({ length: count }, (_, place) => place + 1);
      const parts = indexes.map((index) => inShard(whole, { index, count }, division));
      expect(named(parts.flatMap(({ wanted }) => wanted))).toEqual(named(whole.wanted));
      parts.forEach(({ wanted, settled }, place) => {
        const elsewhere = settled.filter((result) => shardOf(result) !== undefined);
        expect(wanted.length + elsewhere.length).toBe(whole.wanted.length);
        expect(elsewhere.some((result) => shardOf(result) === place + 1)).toBe(false);
        const isLast = place === count - 1;
        if (!isLast) expect(wanted.some(([id]) => writers.has(id))).toBe(false);
      });
    }),
    { numRuns: 5 },
  );
});

test('no shard of a run that reads costs much more than its share', () => {
  expect(Object.keys(COSTS).sort()).toEqual(GROUPS.map(({ name }) => name).sort());
  for (const count of [2, 3, 4, 5]) {
    const sizes = Array.from({ length: count }, (_, place) => {
      return inShard(reading, { index: place + 1, count }, division).wanted.length;
    });
    expect(Math.max(...sizes)).toBeLessThan((1.5 * sizes.reduce((a, b) => a + b)) / count);
  }
});

const report = (index: number, other: Partial<Report> = {}): Report => ({
  ...twoFails(),
  shard: { index, count: 3 },
  ...other,
});

test.for<[string, Report[]]>([
  [
    '0.json is the report of a whole run; expected a report of a run with --shard I/N',
    [twoFails()],
  ],
  ['shards 2, 3 of 3 are missing', [report(1)]],
  ['0.json and 1.json are both shard 2 of 3; expected each once', [report(2), report(2)]],
  [
    '1.json is of a run with another seed (8, not 7) than 0.json; expected all shards of one run',
    [report(1, { seed: 7 }), report(2, { seed: 8 })],
  ],
  [
    '1.json is of a run in another number of shards (4, not 3) than 0.json; expected all shards of one run',
    [report(1), report(2, { shard: { index: 2, count: 4 } })],
  ],
  [
    '1.json is of another instance (http://b.example.org, not http://a.example.org) than 0.json; expected all shards of one run',
    ['http://a.example.org', 'http://b.example.org'].map((baseUrl, place) =>
      report(place + 1, { target: { ...twoFails().target, baseUrl } }),
    ),
  ],
  [
    '1.json is of an instance that offered other versions than 0.json; expected all shards of one run',
    [report(1), report(2, { target: { ...twoFails().target, versionsOffered: ['1.0'] } })],
  ],
  [
    '1.json is of another version of the suite than 0.json; expected all shards of one run',
    [report(1), report(2, { tool: { name: 'other', version: '9.9.9' } })],
  ],
  [
    '1.json is of a run with other options than 0.json; expected all shards of one run',
    [report(1), report(2, { options: { ...twoFails().options, only: ['covers'] } })],
  ],
])('not all shards of one run: %s', ([message, reports], { expect }) => {
  const stored = reports.map((each, place) => ({ file: `${place}.json`, report: each }));
  expect(() => mergeReports(stored)).toThrow(message);
});

test('the pace of the shards and the files of their journals may differ', () => {
  const reports = [1, 2, 3].map((index) =>
    report(index, {
      options: { concurrency: index, rps: index, writes: { runs: 3, journal: `${index}` } },
      ...(index === 2 ? { interrupted: true } : {}),
    }),
  );
  const stored = reports.map((each) => ({ file: '', report: each }));
  const { shard, interrupted, traffic } = mergeReports(stored);
  expect([shard, interrupted]).toEqual([undefined, true]);
  expect(traffic.requests).toBe(3 * twoFails().traffic.requests);
});

test('client contracts are merged as well, with the exchanges of their shards', () => {
  const { requirements, results, exchanges } = twoFails();
  const violated = results.findIndex(({ verdict }) => verdict === 'fail');
  const skipped = (own: number) => ({
    verdict: 'skipped' as const,
    reason: inOtherShard({ index: own, count: 3 }),
    violations: [],
    exchanges: [],
  });
  // Shard 2 checked what is violated, shard 1 the rest.
  const owner = (place: number) => (place === violated ? 2 : 1);
  const reports = [1, 2, 3].map((index) =>
    report(index, {
      extensions: [
        {
          suite: 'client contracts',
          verdict: 'conformant',
          counts: twoFails().counts,
          countsByVersion: {},
          requirements,
          results: results.map((result, place) =>
            owner(place) === index ? result : { ...result, ...skipped(owner(place)) },
          ),
        },
      ],
    }),
  );
  const [merged] =
    mergeReports(reports.map((each) => ({ file: '', report: each }))).extensions ?? [];
  expect(merged?.results.map(({ verdict }) => verdict)).toEqual(
    results.map(({ verdict }) => verdict),
  );
  expect([merged?.verdict, merged?.counts.skipped]).toEqual(['nonconformant', 0]);
  expect(exchanges).not.toEqual([]);
  const { requests } = twoFails().traffic;
  expect(merged?.results[violated]?.exchanges).toEqual(
    results[violated]?.exchanges.map((n) => n + requests),
  );
});
