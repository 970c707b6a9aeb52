import type { Latency } from '../../harness/client/traffic.js';
import { medianOf } from '../../harness/client/traffic-log.js';
import type { Report } from '../../harness/report.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import type { LatencyChange } from './comparison.js';

/** A list that became this much slower than the other endpoints is reported. */
const MUCH_SLOWER = 3;

/** Nobody notices that a list takes less, in milliseconds, and such short times vary. */
const NOTICEABLE_MS = 100;

/** A single slow response means nothing. */
const FEWEST_REQUESTS = 3;

/** What has latencies: a report. */
export type Measured = Pick<Report, 'latencies'>;

/**
 * The lists that became much slower from one report to the next, in those of these versions that both measured;
 * the slowest first. A factor is relative to the median of all endpoints of the same run, so that the network
 * and the machine cancel out.
 */
export function latencyChanges(
  from: Measured,
  to: Measured,
  versions: readonly Version[] = VERSIONS,
): LatencyChange[] {
  const pairs = (to.latencies ?? []).flatMap((after) => {
    const before = from.latencies?.find(
      ({ endpoint, version }) => endpoint === after.endpoint && version === after.version,
    );
    return before === undefined ? [] : [{ before, after }];
  });
  const usual = {
    before: medianOf(pairs.map(({ before }) => before.medianMs)),
    after: medianOf(pairs.map(({ after }) => after.medianMs)),
  };
  const factorOf = ({ before, after }: Pair) =>
    shareOf(after.medianMs, usual.after) / shareOf(before.medianMs, usual.before);
  return [...new Set(pairs.map(({ after }) => after.endpoint))]
    .flatMap((endpoint): LatencyChange[] => {
      const slower = pairs.filter(
        (pair) =>
          pair.after.endpoint === endpoint &&
          versions.includes(pair.after.version) &&
          pair.after.isList &&
          pair.after.medianMs >= NOTICEABLE_MS &&
          factorOf(pair) > MUCH_SLOWER,
      );
      const requests = slower.reduce((sum, { after }) => sum + after.requests, 0);
      if (requests < FEWEST_REQUESTS) return [];
      return [
        {
          endpoint,
          fromMs: medianOf(slower.map(({ before }) => before.medianMs)),
          toMs: medianOf(slower.map(({ after }) => after.medianMs)),
          toWorstMs: Math.max(...slower.map(({ after }) => after.worstMs)),
          factor: Math.round(10 * medianOf(slower.map(factorOf))) / 10,
          slowerIn: slower.map(({ after }) => after.version),
          requests,
        },
      ];
    })
    .sort((a, b) => b.factor - a.factor);
}

interface Pair {
  before: Latency;
  after: Latency;
}

/** Less than a millisecond counts as one. */
function shareOf(ms: number, usual: number): number {
  return Math.max(1, ms) / Math.max(1, usual);
}
