import { mergeReports } from '../analysis/merging/merge-reports.js';
import { NotOneRun, type StoredShard } from '../analysis/merging/shards-of-one-run.js';
import { prepareBaselines, withBaseline, writeBaseline } from './baseline-files.js';
import { exitStatus } from './exit-status.js';
import type { Values } from './options.js';
import { Refusal } from './refusal.js';
import { prepareReports, writeReports } from './report-files.js';
import { showReport } from './show.js';
import { readStoredReport } from './stored-report.js';
import type { Terminal } from './terminal.js';

/**
 * `conformance merge A.json B.json …`: merges the reports of all shards of a run and prints the result.
 * Returns the exit status of the whole run. Rejects with a Refusal if a report cannot be read,
 * if they are not all shards of one run, or if a file cannot be written.
 */
export async function mergeCommand(
  values: Values<'merge'>,
  files: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { quiet = false, verbose = false, noColor } = values;
  const reports = await prepareReports(values.report ?? []);
  const baselines = await prepareBaselines(values);
  const stored: StoredShard[] = [];
  for (const file of files) stored.push({ file, report: await readStoredReport(file) });
  const report = withBaseline(merged(stored), baselines);
  const [failed] = await writeReports(report, reports.files, terminal);
  await showReport(report, { reports, quiet, verbose, noColor }, terminal);
  const written = await writeBaseline(report, baselines);
  if (written !== undefined && !quiet) terminal.note(written);
  if (failed !== undefined) throw failed;
  return exitStatus(report);
}

function merged(stored: readonly StoredShard[]) {
  try {
    return mergeReports(stored);
  } catch (error) {
    if (!(error instanceof NotOneRun)) throw error;
    throw new Refusal(error.message);
  }
}
