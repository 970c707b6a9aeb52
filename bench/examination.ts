import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../harness/report.js';
import { parseReport } from '../harness/stored-report.js';
import type { Verdict } from '../harness/verdict.js';
import { versionIn } from './archive.js';
import { COMMAND, type Ended, endedWell, measured } from './command.js';
import type { Served } from './reference.js';
import { withTemporaryFolder } from './temporary-folder.js';

/** How often whatever varies is measured. */
export const RUNS = 5;

/** What is the same in every run that is measured: the order in which it asks. */
const SEED = ['--seed', '1'];

/** A run that left a report. */
export interface Reported {
  ran: Ended;
  report: Report;
}

/**
 * Examines an instance by the command, in all its roles, without any report: what is measured is what a
 * user waits for. Rejects with an Error if the instance is not found conformant.
 */
export async function examined(
  { environment }: Served,
  options: readonly string[] = [],
): Promise<Ended> {
  return endedWell(await measured(COMMAND, [...SEED, ...options], environment));
}

/** The same, with its report; its time says less, since it writes files. */
export function examinedAndReported(served: Served, options: readonly string[]): Promise<Reported> {
  return withTemporaryFolder(async (folder) => {
    const json = join(folder, 'run.json');
    const ran = await examined(served, ['--report', json, ...options]);
    return { ran, report: parseReport(readFileSync(json, 'utf8')) };
  });
}

/** The same, with its requests as a HAR as well; the file is gone when `use` is over. */
export function examinedAndKept<T>(
  served: Served,
  options: readonly string[],
  use: (kept: Reported & { har: string }) => Promise<T> | T,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const har = join(folder, 'run.har');
    // With masked addresses, filters by address would be replayed as other filters.
    const kept = ['--report', har, '--show-emails', ...options];
    return use({ ...(await examinedAndReported(served, kept)), har });
  });
}

/** Verdicts that say something of the instance. */
const JUDGED: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed'];

/** How many verdicts of a report say something of the instance. */
export function verdicts({ counts }: Report): number {
  return JUDGED.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0);
}

/** How many requests name each version; those that name none stand under `none`. */
export function requestsByVersion(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const version = versionIn(path) ?? 'none';
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return new Map([...counts].sort());
}
