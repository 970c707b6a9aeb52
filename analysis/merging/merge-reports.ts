import { count, countByVersion, sum, withLevels } from '../../harness/assemble-report.js';
import type { Report, ReportedExtension, Result, SeenField } from '../../harness/report.js';
import { judgedOf, runVerdictWithin } from '../../harness/scope.js';
import { shardOf } from '../../harness/shard.js';
import { runVerdict } from '../../harness/verdict.js';
import { ordered, type StoredShard } from './shards-of-one-run.js';

/**
 * Merges the reports of all shards into the report of the whole run, with the total time and traffic.
 * Baselines of single shards are dropped. Throws a NotOneRun if these are not all shards of one run.
 */
export function mergeReports(stored: readonly StoredShard[]): Report {
  const reports = renumbered(ordered(stored).map(({ report }) => report));
  const [first, ...others] = reports;
  if (first === undefined) throw new Error('there is nothing to merge');
  const last = others.at(-1) ?? first;
  // Medians of parts make no median of the whole.
  const { shard: _own, baseline: _against, interrupted: _ended, latencies: _, ...common } = first;
  const { shard: _part, ...options } = last.options;
  const results = joinedResults(reports.map((report) => report.results));
  const extensions = joinedExtensions(reports);
  const starts = reports.map(({ startedAt }) => Date.parse(startedAt));
  const ends = reports.map(({ durationMs }, index) => (starts[index] ?? 0) + durationMs);
  const isInterrupted = reports.some(({ interrupted }) => interrupted);
  const verdict = runVerdict(withLevels(results, first.requirements));
  return {
    ...common,
    startedAt: new Date(Math.min(...starts)).toISOString(),
    durationMs: Math.max(...ends) - Math.min(...starts),
    options,
    verdict: runVerdictWithin(first.scope ?? {}, verdict, results, last.writes),
    judged: judgedOf(results),
    ...(isInterrupted ? { interrupted: true as const } : {}),
    counts: count(results),
    countsByVersion: countByVersion(results, first.target.versionsExamined),
    traffic: others.reduce((all, { traffic }) => sum(all, traffic), first.traffic),
    ...(last.writes === undefined ? {} : { writes: last.writes }),
    results,
    fields: joinedFields(reports),
    exchanges: reports.flatMap(({ exchanges }) => exchanges),
    ...(extensions.length === 0 ? {} : { extensions }),
  };
}

/** The results of the shards that checked the requirements. If none did, all shards agree. */
function joinedResults([first = [], ...others]: readonly (readonly Result[])[]): Result[] {
  const shards = [first, ...others];
  return first.map((result, place) => {
    const owner = shardOf(result);
    const own = owner === undefined ? result : (shards[owner - 1]?.[place] ?? result);
    const { expected: _expected, ...bare } = own;
    return bare;
  });
}

/** Merges the client contracts, as the requirements. */
function joinedExtensions(reports: readonly Report[]): ReportedExtension[] {
  const [first] = reports;
  return (first?.extensions ?? []).map((extension, index) => {
    const results = joinedResults(
      reports.map(({ extensions }) => extensions?.[index]?.results ?? []),
    );
    return {
      ...extension,
      verdict: runVerdict(withLevels(results, extension.requirements)),
      counts: count(results),
      countsByVersion: countByVersion(results, first?.target.versionsExamined ?? []),
      results,
    };
  });
}

/** Renumbers the exchanges of each shard after those of the previous shards. */
function renumbered(reports: readonly Report[]): Report[] {
  let before = 0;
  return reports.map((report) => {
    const from = before;
    before += report.traffic.requests;
    return {
      ...report,
      results: resultsAfter(from, report.results),
      ...(report.extensions === undefined
        ? {}
        : {
            extensions: report.extensions.map((each) => ({
              ...each,
              results: resultsAfter(from, each.results),
            })),
          }),
      exchanges: report.exchanges.map((exchange) => ({ ...exchange, n: exchange.n + from })),
    };
  });
}

function resultsAfter(from: number, results: readonly Result[]): Result[] {
  return results.map((result) => ({
    ...result,
    exchanges: result.exchanges.map((n) => n + from),
    violations: result.violations.map((violation) => ({
      ...violation,
      ...(violation.exchange === undefined ? {} : { exchange: violation.exchange + from }),
    })),
  }));
}

/** Merges the fields by version. */
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

/** Combines two observations of a field; the shards may have read different objects. */
function both(one: SeenField['seen'], other: SeenField['seen']): SeenField['seen'] {
  if (one === other || other === 'unknown') return one;
  return one === 'unknown' ? other : 'sometimes';
}
