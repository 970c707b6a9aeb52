import type { Report } from '../harness/report.js';
import { NotAReport, parseReport } from '../harness/stored-report.js';
import { Refusal, readGiven, refusing } from './refusal.js';

/**
 * Reads a report written with `--report RUN.json`. Rejects with a Refusal that names the file if it cannot
 * be read or has an unknown format.
 */
export async function readStoredReport(path: string): Promise<Report> {
  const text = readGiven(path, 'report', path, 'expected a report (RUN.json)');
  return refusing(
    NotAReport,
    () => parseReport(text),
    (cause) => `${path} ${cause}`,
  );
}

/** The options that select requirements by id. */
interface Selection {
  only?: string[];
  lastFailed?: string;
}

/**
 * Sets `only` to the ids that failed or ended in an error in the report of `--last-failed`. Rejects with a Refusal if
 * both are given, if the report cannot be read, or if nothing failed in it.
 */
export async function withLastFailed<V extends Selection>(values: V): Promise<V> {
  const { lastFailed: file, only } = values;
  if (file === undefined) return values;
  if (only !== undefined) {
    throw new Refusal('--only and --last-failed cannot be combined');
  }
  const { results } = await readStoredReport(file);
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  if (failed.length === 0) {
    throw new Refusal(`--last-failed: nothing failed in ${file}; there is nothing to check again`);
  }
  return { ...values, only: [...new Set(failed.map(({ requirement }) => requirement))] };
}
