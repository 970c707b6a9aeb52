import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../harness/place.js';
import type { Report } from '../../harness/report.js';

/** A report and the file that it was read from. */
export interface StoredShard {
  file: string;
  report: Report;
}

/** Reports that are not all the shards of one run. The message says which, and what to do. */
export class NotOneRun extends Error {
  override readonly name = 'NotOneRun';
}

/** What all shards of one run have in common, as people call it. */
const COMMON: readonly [string, (report: Report) => unknown][] = [
  ['of another version of the suite', ({ tool }) => tool],
  ['of another instance', ({ target }) => target.baseUrl],
  ['of an instance that offered other versions', ({ target }) => target.versionsOffered],
  ['of other versions of the API', ({ target }) => target.versionsExamined],
  ['of a run in another number of shards', ({ shard }) => shard?.count],
  ['of a run with another seed', ({ seed }) => seed],
  ['of a run with other options', ({ options }) => comparable(options)],
  ['of other requirements', ({ requirements }) => requirements.map(({ id }) => id)],
  ['of other results', ({ results }) => results.map((each) => [each.requirement, each.version])],
];

/**
 * The shards of one run in their order. Throws a NotOneRun for a report that is no shard, for one that
 * is a shard of another run, for a shard that is there twice, and for one that is missing.
 */
export function ordered(stored: readonly StoredShard[]): StoredShard[] {
  const [first] = stored;
  const byIndex = new Map<number, StoredShard>();
  for (const each of stored) {
    const { file, report } = each;
    if (report.shard === undefined) {
      throw new NotOneRun(
        `${file} is the report of a whole run; expected one of a run with --shard I/N`,
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

/** The two values, where they are short enough for a line. */
function told(one: unknown, other: unknown): string {
  if (typeof one === 'object' || typeof other === 'object') return '';
  return ` (${String(one)}, not ${String(other)})`;
}

/** The options without what may differ: the part itself, the pace, and the file of the journal. */
function comparable(options: Report['options']): unknown {
  const { shard: _shard, concurrency: _slots, rps: _rps, timeoutMs: _limit, ...rest } = options;
  const { maxDurationMs: _time, writes, ...judged } = rest;
  if (!isObject(writes)) return judged;
  const { journal: _journal, ...allowed } = writes;
  return { ...judged, writes: allowed };
}
