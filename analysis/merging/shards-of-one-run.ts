import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../harness/place.js';
import type { Report } from '../../harness/report.js';
import { urlOf } from '../../harness/target.js';

/** A report and its file. */
export interface StoredShard {
  file: string;
  report: Report;
}

/** The reports are not all shards of one run. */
export class NotOneRun extends Error {
  override readonly name = 'NotOneRun';
}

/** The properties that all shards of one run share, with their descriptions. */
const COMMON: readonly [string, (report: Report) => unknown][] = [
  ['of another version of the suite', ({ tool }) => tool],
  ['of another instance', ({ target }) => urlOf(target)],
  ['of an instance that offered other versions', ({ target }) => target.versionsOffered],
  ['of other versions of the API', ({ target }) => target.versionsExamined],
  ['of a run in another number of shards', ({ shard }) => shard?.count],
  ['of a run with another seed', ({ seed }) => seed],
  ['of a run with other options', ({ options }) => comparable(options)],
  ['of other requirements', ({ requirements }) => requirements.map(({ id }) => id)],
  ['of other results', ({ results }) => results.map((each) => [each.requirement, each.version])],
];

/**
 * Sorts the shards of one run. Throws a NotOneRun for a report that is no shard, a shard of another run, a
 * duplicate and a missing shard.
 */
export function ordered(stored: readonly StoredShard[]): StoredShard[] {
  const [first] = stored;
  const byIndex = new Map<number, StoredShard>();
  for (const each of stored) {
    const { file, report } = each;
    if (report.shard === undefined) {
      throw new NotOneRun(
        `${file} is the report of a whole run; expected a report of a run with --shard I/N`,
      );
    }
    for (const [another, of] of COMMON) {
      if (first === undefined || isDeepStrictEqual(of(first.report), of(report))) continue;
      throw new NotOneRun(
        `${file} is ${another}${told(of(report), of(first.report))} than ${first.file}; expected all shards of one run`,
      );
    }
    const { index, count } = report.shard;
    const twice = byIndex.get(index);
    if (twice !== undefined) {
      throw new NotOneRun(
        `${twice.file} and ${file} are both shard ${index} of ${count}; expected each once`,
      );
    }
    byIndex.set(index, each);
  }
  const count = first?.report.shard?.count ?? 0;
  const shards = Array.from({ length: count }, (_, place) => place + 1);
  const missing = shards.filter((index) => !byIndex.has(index));
  if (missing.length > 0) {
    const names = missing.length === 1 ? `shard ${missing[0]}` : `shards ${missing.join(', ')}`;
    throw new NotOneRun(`${names} of ${count} ${missing.length === 1 ? 'is' : 'are'} missing`);
  }
  return shards.flatMap((index) => byIndex.get(index) ?? []);
}

/** The two values, if they are short enough. */
function told(one: unknown, other: unknown): string {
  if (typeof one === 'object' || typeof other === 'object') return '';
  return ` (${String(one)}, not ${String(other)})`;
}

/** The options that must be equal: not the shard, the limits and the journal. */
function comparable(options: Report['options']): unknown {
  const { shard: _shard, concurrency: _slots, rps: _rps, timeoutMs: _limit, ...rest } = options;
  const { maxDurationMs: _time, writes, ...judged } = rest;
  if (!isObject(writes)) return judged;
  const { journal: _journal, ...allowed } = writes;
  return { ...judged, writes: allowed };
}
