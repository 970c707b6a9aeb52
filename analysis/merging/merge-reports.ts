import { count, countByVersion, sum, withLevels } from '../../harness/assemble-report.js';
import type { Report, Result, SeenField } from '../../harness/report.js';
import { judgedOf, runVerdictWithin } from '../../harness/scope.js';
import { shardOf } from '../../harness/shard.js';
import { runVerdict } from '../../harness/verdict.js';
import { ordered, type StoredShard } from './shards-of-one-run.js';

/**
 * Joins the reports of all shards into what one run would have said: times and traffic are those of
 * all shards together. What a baseline expected of a shard is left out, as it is held against all of
 * it or nothing. Throws a NotOneRun if the reports are not all shards of one run, each once.
 */
export function mergeReports(stored: readonly StoredShard[]): Report {
  const reports = renumbered(ordered(stored).map(({ report }) => report));
  const [first, ...others] = reports;
  if (first === undefined) throw new Error('there is nothing to merge');
  const last = others.at(-1) ?? first;
  const { shard: _own, baseline: _against, interrupted: _ended, ...common } = first;
  const { shard: _part, ...options } = last.options;
  const results = first.results.map((result, place) => judgedIn(reports, result, place));
  const starts = reports.map(({ startedAt }) => Date.parse(startedAt));
  const ends = reports.map(({ durationMs }, index) => (starts[index] ?? 0) + durationMs);
  const isInterrupted = reports.some(({ interrupted }) => interrupted);
  const verdict = runVerdict(withLevels(results, first.requirements));
  return {
    ...common,
    startedAt: new Date(Math.min(...starts)).toISOString(),
    durationMs: Math.max(...ends) - Math.min(...starts),
    options,
    verdict: runVerdictWithin(first.scope ?? {}, verdict, results),
    judged: judgedOf(results),
    ...(isInterrupted ? { interrupted: true as const } : {}),
    counts: count(results),
    countsByVersion: countByVersion(results, first.target.versionsExamined),
    traffic: others.reduce((all, { traffic }) => sum(all, traffic), first.traffic),
    ...(last.writes === undefined ? {} : { writes: last.writes }),
    results,
    fields: joinedFields(reports),
    exchanges: reports.flatMap(({ exchanges }) => exchanges),
  };
}

/** The result of the shard that judged it; of what no shard judges they all say the same. */
function judgedIn(reports: readonly Report[], result: Result, place: number): Result {
  const owner = shardOf(result);
  const own = owner === undefined ? result : (reports[owner - 1]?.results[place] ?? result);
  const { expected: _expected, ...bare } = own;
  return bare;
}

/** The exchanges of each shard are numbered after those of the shards before it. */
function renumbered(reports: readonly Report[]): Report[] {
  let before = 0;
  return reports.map((report) => {
    const from = before;
    before += report.traffic.requests;
    return {
      ...report,
      results: report.results.map((result) => ({
        ...result,
        exchanges: result.exchanges.map((n) => n + from),
        violations: result.violations.map((violation) => ({
          ...violation,
          ...(violation.exchange === undefined ? {} : { exchange: violation.exchange + from }),
        })),
      })),
      exchanges: report.exchanges.map((exchange) => ({ ...exchange, n: exchange.n + from })),
    };
  });
}

/** What the shards came to know of the fields, version by version in the order of the instance. */
function joinedFields(reports: readonly Report[]): SeenField[] {
  const joined = new Map<string, SeenField>();
  for (const field of reports.flatMap(({ fields }) => fields)) {
    const { resource, form, field: name, version } = field;
    const key = JSON.stringify([version, resource, form, name]);
    const known = joined.get(key);
    joined.set(key, known === undefined ? field : { ...known, seen: both(known.seen, field.seen) });
  }
  const versions = reports[0]?.target.versionsOffered ?? [];
  return versions.flatMap((version) =>
    [...joined.values()].filter((field) => field.version === version),
  );
}

/** Two shards that read the same rows have seen the same; where they have not, neither is right alone. */
function both(one: SeenField['seen'], other: SeenField['seen']): SeenField['seen'] {
  if (one === other || other === 'unknown') return one;
  return one === 'unknown' ? other : 'sometimes';
}
