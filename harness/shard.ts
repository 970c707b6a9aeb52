import type { Version } from '../specification/versions.js';
import { VERSIONS } from '../specification/versions.js';
import type { Plan } from './plan.js';
import { blank } from './plan.js';
import type { Result } from './report.js';
import type { Group } from './requirement.js';
import type { Shard } from './settings.js';

/** The basis for dividing a plan, the same for every shard. */
export interface Division {
  groups: readonly Group[];
  /** The approximate number of requests per group and version, after those before it. */
  costs: Readonly<Record<string, number>>;
}

/** The smallest unit: a group in one version, whose requirements share requests. */
interface Unit {
  pairs: [id: string, version: Version][];
  cost: number;
  /** Whether it always belongs to the last shard. */
  last: boolean;
}

/**
 * The part of a plan for one shard; the rest is skipped. The plan is ordered by version and group
 * and divided into parts of similar cost, so that requirements which share requests mostly stay
 * together. All writes are in the last shard, because two runs that write to one instance would
 * interfere. Vitest's own sharding divides files, but one file declares all tests.
 */
export function inShard(planned: Plan, { index, count }: Shard, division: Division): Plan {
  const units = unitsOf(planned.wanted, division);
  const all = Math.max(
    1,
    units.reduce((sum, { cost }) => sum + cost, 0),
  );
  const wanted: Plan['wanted'] = [];
  const settled: Result[] = [...planned.settled];
  let before = 0;
  for (const { pairs, cost, last } of units) {
    const middle = Math.floor(((before + cost / 2) / all) * count);
    const own = 1 + (last ? count - 1 : Math.min(count - 1, middle));
    before += cost;
    if (own === index) wanted.push(...pairs);
    else {
      const reason = inOtherShard({ index: own, count });
      settled.push(
        ...pairs.map(([id, version]) => ({
          ...blank(id, version),
          verdict: 'skipped' as const,
          reason,
        })),
      );
    }
  }
  return { ...planned, wanted, settled };
}

/** The reason of a result that belongs to another shard. */
export function inOtherShard({ index, count }: Shard): string {
  return `checked in shard ${index} of ${count}`;
}

/** The shard that has the result, if it is another one. */
export function shardOf({
  verdict,
  reason,
}: Pick<Result, 'verdict' | 'reason'>): number | undefined {
  const [, index] = /^checked in shard (\d+) of \d+$/.exec(reason ?? '') ?? [];
  return verdict === 'skipped' && index !== undefined ? Number(index) : undefined;
}

function unitsOf(wanted: Plan['wanted'], { groups, costs }: Division): Unit[] {
  const asked = new Set(wanted.map(([id, version]) => `${id} ${version}`));
  const units: Unit[] = [];
  for (const last of [false, true]) {
    for (const version of VERSIONS) {
      for (const { name, requirements } of groups) {
        const all = requirements.filter(({ versions }) => versions.includes(version));
        const own = all.filter(
          ({ id, needs }) => asked.has(`${id} ${version}`) && needs.includes('writes') === last,
        );
        if (own.length === 0) continue;
        const cost = (costs[name] ?? all.length) * (own.length / all.length);
        units.push({ pairs: own.map(({ id }) => [id, version]), cost, last });
      }
    }
  }
  return units;
}
