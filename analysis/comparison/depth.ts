import type { Report, Result } from '../../harness/report.js';
import { pathOn } from '../../harness/target.js';

/** How deep and where a run looks: two runs that differ in it send different requests to the same instance. */
interface Depth {
  roles: readonly unknown[];
  /** The tokens and passwords by which they could sign in; older reports do not tell. */
  credentials: string | undefined;
  writes: boolean;
  hazardous: boolean;
  /** How many objects of each list were to be looked at: infinite for all, 0 for the first only. */
  sample: number;
  /** Whether they were: what was to be read and was not, was not looked at. */
  isWhole: boolean;
  thorough: number;
  seed: number;
  /** Whose objects are written, and other headers than the client's own. */
  others: string;
}

function depthOf({ options, seed, scope, scan: read }: Report): Depth {
  const { scan, thorough, hazardous, project, headers, userAgent, credentials } = options;
  return {
    roles: scope.roles,
    credentials: JSON.stringify(credentials),
    writes: scope.writes,
    hazardous: hazardous === true || scope.hazardousInputs,
    sample:
      scan === 'every object' ? Number.POSITIVE_INFINITY : typeof scan === 'number' ? scan : 0,
    isWhole: read?.lists.every(({ complete }) => complete) !== false,
    thorough: typeof thorough === 'number' ? thorough : 1,
    seed,
    others: JSON.stringify([project, headers, userAgent]),
  };
}

/** How deep a run looked, but for its roles and whether it wrote. */
export function depthInWords(report: Report): string {
  const { hazardous, sample, isWhole, thorough, seed } = depthOf(report);
  const lists = Number.isFinite(sample) ? `samples of ${sample}` : 'whole lists';
  return [
    sample > 0 && (isWhole ? lists : `${lists} in part`),
    hazardous && 'hazardous inputs',
    thorough > 1 && `${thorough} random queries a list`,
    `seed ${seed}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** Whether a run looked as deep as another one: it sent everything that the other sent. */
export function looksAsDeep(one: Report, other: Report): boolean {
  return covers(depthOf(one), depthOf(other));
}

/** The same of their depths; samples of different size are other objects. */
function covers(deep: Depth, shallow: Depth): boolean {
  const isAlike = deep.sample === shallow.sample || !Number.isFinite(deep.sample);
  return (
    shallow.roles.join() === deep.roles.join() &&
    (shallow.credentials ?? deep.credentials) === (deep.credentials ?? shallow.credentials) &&
    shallow.writes <= deep.writes &&
    shallow.hazardous <= deep.hazardous &&
    (shallow.sample === 0 || (isAlike && deep.isWhole)) &&
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
  if (looksAsDeep(passing, report)) return true;
  const { violations, exchanges } = result;
  // What is observed rests on all that was asked.
  const shown = violations.length > 0 ? violations.map(({ exchange }) => exchange) : exchanges;
  return shown.some((n) => {
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
