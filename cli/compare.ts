import type { StoredReport } from '../analysis/comparison/compare-reports.js';
import { COMPARISON } from '../reporters/formats.js';
import { comparisonOf } from './comparison.js';
import { EXIT } from './exit-status.js';
import type { Values } from './options.js';
import { tell } from './print-product.js';
import { Refusal } from './refusal.js';
import { prepareFiles } from './report-files.js';
import { readStoredReport } from './stored-report.js';
import type { Terminal } from './terminal.js';

const STATUSES = {
  regressed: EXIT.nonconformant,
  incomplete: EXIT.incomplete,
  'not-regressed': EXIT.conformant,
} as const;

/**
 * `conformance compare A.json B.json …`, or `conformance compare --versions X,Y RUN.json`: compares
 * reports, or versions in one report. Returns the exit status: 1 if a MUST regressed, 3 if one
 * is no longer checked. Rejects with a Refusal if a report cannot
 * be read, a file cannot be written, or nothing can be compared.
 */
export async function compareCommand(
  values: Pick<Values<'compare'>, 'report' | 'versions' | 'noColor' | 'debug'>,
  files: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const address = files.find((file) => /^https?:\/\//i.test(file));
  if (address !== undefined) {
    throw new Refusal(
      `compare takes reports; for two instances add --live: ${terminal.program} compare --live OLD_URL NEW_URL`,
    );
  }
  const outputs = await prepareFiles(values.report ?? [], COMPARISON, files);
  const stored: StoredReport[] = [];
  for (const file of files) stored.push({ file, report: await readStoredReport(file) });
  const comparison = comparisonOf(stored, values.versions);
  await tell(comparison, COMPARISON, outputs, values, terminal);
  return STATUSES[comparison.verdict];
}
