import type { Report } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import { isVersion, VERSIONS, type Version } from '../../specification/versions.js';
import { COMMAND, type Ended, endedWell, measured } from './command.js';
import type { Delaying, Received } from './delaying-server.js';
import type { Served } from './reference.js';

/** The number of runs per measurement. */
export const RUNS = 5;

/** A read-only run: its costs and its requests. */
export interface Examined {
  ran: Ended;
  requests: Received[];
}

/**
 * Tests an instance with all roles, through a counting server and without report files. Rejects with an
 * Error if the instance is not conformant.
 */
export async function examined(
  { environment }: Served,
  { url, take }: Delaying,
): Promise<Examined> {
  take();
  const own = { ...environment, CONFORMANCE_BASE_URL: url };
  // The seed fixes the order of the requests.
  const ran = endedWell(await measured(COMMAND, ['--seed', '1'], own));
  return { ran, requests: take() };
}

/** Verdicts of requirements that were checked. */
const JUDGED: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed'];

/** The number of checked requirements of a report. */
export function verdicts({ counts }: Report): number {
  return JUDGED.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0);
}

/** The number of requests per version, and without a version. */
export function requestsByVersion(
  requests: readonly Pick<Received, 'path'>[],
): Map<Version | 'none', number> {
  const counts = new Map<Version | 'none', number>(
    [...VERSIONS, 'none' as const].map((version) => [version, 0]),
  );
  for (const { path } of requests) {
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
