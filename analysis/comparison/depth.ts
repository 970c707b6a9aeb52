import type { Report, Result } from '../../harness/report.js';
import { pathOn } from '../../harness/target.js';

/** How deep and where a run looks: two runs that differ in it send different requests to the same instance. */
interface Depth {
  roles: readonly unknown[];
  writes: boolean;
  hazardous: boolean;
  /** Infinite where each object of each list was looked at, 0 where only the first were. */
  sample: number;
  thorough: number;
  seed: number;
  /** Whose objects are written, and other headers than the client's own. */
  others: string;
}

function depthOf({ options, seed, scope, scan: read }: Report): Depth {
  const { scan, thorough, hazardous, project, headers, userAgent } = options;
  // What was to be read and was not, was not looked at.
  const isEvery =
    scan === 'every object' && read?.lists.every(({ complete }) => complete) !== false;
  return {
    roles: scope.roles,
    writes: scope.writes,
    hazardous: hazardous === true || scope.hazardousInputs,
    sample: isEvery ? Number.POSITIVE_INFINITY : typeof scan === 'number' ? scan : 0,
    thorough: typeof thorough === 'number' ? thorough : 1,
    seed,
    others: JSON.stringify([project, headers, userAgent]),
  };
}

/** How deep a run looked, but for its roles and whether it wrote. */
export function depthInWords(report: Report): string {
  const { hazardous, sample, thorough, seed } = depthOf(report);
  return [
    Number.isFinite(sample) ? sample > 0 && `samples of ${sample}` : 'whole lists',
    hazardous && 'hazardous inputs',
    thorough > 1 && `${thorough} random queries a list`,
    `seed ${seed}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** Whether a run sent everything that another, shallower one sent; samples of different size are other objects. */
function covers(deep: Depth, shallow: Depth): boolean {
  const isSampled = shallow.sample > 0 && Number.isFinite(deep.sample);
  return (
    shallow.roles.join() === deep.roles.join() &&
    shallow.writes <= deep.writes &&
    shallow.hazardous <= deep.hazardous &&
    (isSampled ? shallow.sample === deep.sample : shallow.sample <= deep.sample) &&
    shallow.thorough === deep.thorough &&
    shallow.seed === deep.seed &&
    shallow.others === deep.others
  );
}

/**
 * Whether a pass in one report and a violation in another can be held against each other: the run that passed
 * looked as deep as the other, or sent a request that shows the violation as well.
 */
export function isComparable(
  passing: Report,
  { report, result }: { report: Report; result: Result },
): boolean {
  if (covers(depthOf(passing), depthOf(report))) return true;
  return result.violations.some(({ exchange: n }) => {
    const exchange = report.exchanges.find((each) => each.n === n);
    if (exchange?.request.method !== 'GET') return false;
    const path = pathOn(report.target, exchange.request.url);
    // Two masked addresses look alike.
    return !path.includes('***') && readsOf(passing).get(exchange.role)?.has(path) === true;
  });
}

const READS = new WeakMap<Report, ReadonlyMap<string, ReadonlySet<string>>>();

/** What each role has read, by a set that is made once for a report. */
function readsOf(report: Report): ReadonlyMap<string, ReadonlySet<string>> {
  const known = READS.get(report);
  if (known !== undefined) return known;
  const reads = new Map((report.reads ?? []).map(({ role, paths }) => [role, new Set(paths)]));
  READS.set(report, reads);
  return reads;
}
