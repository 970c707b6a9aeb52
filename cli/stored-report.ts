import type { Report } from '../harness/report.js';
import { NotAReport, parseReport } from '../harness/stored-report.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import { causeOf, Refusal } from './refusal.js';

/**
 * Reads a report written with `--report RUN.json`. Rejects with a Refusal that names the file if it cannot
 * be read or has an unknown format.
 */
export async function readStoredReport(path: string): Promise<Report> {
  const text = textOf(path);
  try {
    return parseReport(text);
  } catch (error) {
    if (!(error instanceof NotAReport)) throw error;
    throw new Refusal(`${path} ${error.message}`);
  }
}

function textOf(path: string): string {
  try {
    return readTextFile(path, LONGEST_FILE.report);
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${causeOf(error)}; expected a report (RUN.json)`);
  }
}
