import { readFileSync } from 'node:fs';
import type { Report } from '../../harness/report.js';

/** A release of Patchwork that the suite was run on, and its report in fixtures/releases. */
export interface ReleaseRun {
  name: string;
  /** The tag, or the commit of the development tree. */
  revision: string;
  /** What a reader should know about how it was run. */
  remark?: string;
  report: Report;
}

const SUPPLIED =
  'written for an older Django: names that Django and its libraries have removed since were supplied from outside';

const RUNS: readonly Omit<ReleaseRun, 'report'>[] = [
  {
    name: '2.1',
    revision: 'v2.1.6',
    remark: `${SUPPLIED}, and so was the filter backend; its bundles were made in the database`,
  },
  { name: '2.2', revision: 'v2.2.6', remark: SUPPLIED },
  { name: '3.0', revision: 'v3.0.6' },
  { name: '3.1', revision: 'v3.1.3' },
  { name: '3.2', revision: 'v3.2.1' },
  { name: 'main', revision: '644cef7c of June 2026', remark: 'the development tree' },
];

/** Reads the reports of all releases in a folder, oldest first. Throws the error of the file system. */
export function releaseRuns(folder: URL): ReleaseRun[] {
  return RUNS.map((run) => {
    const text = readFileSync(new URL(`${run.name}.json`, folder), 'utf8');
    return { ...run, report: JSON.parse(text) as Report };
  });
}
