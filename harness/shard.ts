import type { Version } from '../specification/versions.js';
import { VERSIONS } from '../specification/versions.js';
import type { Plan } from './plan.js';
import { blank } from './plan.js';
import type { Result } from './report.js';
import type { Chapter } from './requirement.js';
import type { Shard } from './settings.js';

/** What decides how a plan is divided, the same for every part. */
export interface Division {
  chapters: readonly Chapter[];
  /** About how many requests each chapter costs in a version, after those before it. */
  costs: Readonly<Record<string, number>>;
}

/** What is not divided: a chapter in one version, whose requirements share what they read. */
interface Unit {
  pairs: [id: string, version: Version][];
  cost: number;
  /** Whether it belongs to the last part whatever it costs. */
  last: boolean;
}

/**
 * The part of a plan that one shard judges; what the others judge is settled as skipped. The plan is
 * laid out version by version and chapter by chapter and cut into stretches of about the same cost, so
 * that most of what shares its requests stays together. All that writes is in the last shard, since
 * two runs that write to one instance get in each other's way. Vitest's own sharding divides files, and
 * all tests are declared by one.
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
      const reason = judgedElsewhere({ index: own, count });
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

/** The reason of a result that another shard brings. */
export function judgedElsewhere({ index, count }: Shard): string {
  return `it is judged in shard ${index} of ${count}`;
}

/** The shard that brings a result instead, if it is another one. */
export function shardOf({
  verdict,
  reason,
}: Pick<Result, 'verdict' | 'reason'>): number | undefined {
  const [, index] = /^it is judged in shard (\d+) of \d+$/.exec(reason ?? '') ?? [];
  return verdict === 'skipped' && index !== undefined ? Number(index) : undefined;
}

function unitsOf(wanted: Plan['wanted'], { chapters, costs }: Division): Unit[] {
  const asked = new Set(wanted.map(([id, version]) => `${id} ${version}`));
  const units: Unit[] = [];
  for (const last of [false, true]) {
    for (const version of VERSIONS) {
      for (const { name, requirements } of chapters) {
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
