import type { Report } from '../harness/report.js';
import type { Verdict } from '../harness/verdict.js';
import { isVersion, VERSIONS, type Version } from '../specification/versions.js';
import { COMMAND, type Ended, endedWell, measured } from './command.js';
import type { Delaying } from './delaying-server.js';
import type { Served } from './reference.js';

/** How often whatever varies is measured. */
export const RUNS = 5;

/** A reading run: what it cost, and the paths that it asked for. */
export interface Examined {
  ran: Ended;
  paths: string[];
}

/**
 * Tests an instance in all its roles, by way of a server that counts. It writes no report file. Rejects
 * with an Error if the instance is not found conformant.
 */
export async function examined(
  { environment }: Served,
  { url, take }: Delaying,
): Promise<Examined> {
  take();
  const own = { ...environment, CONFORMANCE_BASE_URL: url };
  // The seed decides the order of the requests, which is the same in every run.
  const ran = endedWell(await measured(COMMAND, ['--seed', '1'], own));
  return { ran, paths: take() };
}

/** Verdicts that say something of the instance. */
const JUDGED: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed'];

/** How many verdicts of a report say something of the instance. */
export function verdicts({ counts }: Report): number {
  return JUDGED.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0);
}

/** How many of the paths name each version, and how many name none. */
export function requestsByVersion(paths: readonly string[]): Map<Version | 'none', number> {
  const counts = new Map<Version | 'none', number>(
    [...VERSIONS, 'none' as const].map((version) => [version, 0]),
  );
  for (const path of paths) {
    const version = versionIn(path);
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return counts;
}

/** A version that does not exist counts as none. */
function versionIn(path: string): Version | 'none' {
  const named = /\/api\/(\d+\.\d+)(\/|$)/.exec(path)?.[1] ?? '';
  return isVersion(named) ? named : 'none';
}
