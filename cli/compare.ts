import type { StoredReport } from '../analysis/comparison/compare-reports.js';
import { renderComparison } from '../reporters/comparison/terminal.js';
import { comparisonFormatFor } from '../reporters/formats.js';
import { comparisonOf } from './comparison.js';
import { EXIT } from './exit-status.js';
import type { Values } from './options.js';
import { readStoredReport } from './stored-report.js';
import { tell } from './tell.js';
import { prepareToldFiles, writeToldFiles } from './told-files.js';

const STATUSES = {
  regressed: EXIT.nonconformant,
  incomplete: EXIT.incomplete,
  'not-regressed': EXIT.conformant,
} as const;

/**
 * `conformance compare A.json B.json …`, or `conformance compare --versions X,Y RUN.json`: what
 * changed. Returns the exit status: 1 if a MUST regressed, 3 if one is no longer checked. Rejects with a Refusal if a report cannot
 * be read, a file not be written, or nothing at all be compared.
 */
export async function compareCommand(
  values: Values<'compare'>,
  files: readonly string[],
): Promise<number> {
  const told = await prepareToldFiles(values.report ?? [], comparisonFormatFor, files);
  const stored: StoredReport[] = [];
  for (const file of files) stored.push({ file, report: await readStoredReport(file) });
  const comparison = comparisonOf(stored, values.versions);
  await writeToldFiles(told, comparison);
  await tell(comparison, renderComparison, {
    asJson: told.onStandardOutput,
    noColor: values.noColor,
  });
  return STATUSES[comparison.verdict];
}
