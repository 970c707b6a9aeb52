import { EXIT } from '../harness/outcome.js';
import { renderAnnotations } from '../reporters/annotations.js';
import { RUN } from '../reporters/formats.js';
import type { Values } from './options.js';
import { printProduct } from './print-product.js';
import { Refusal } from './refusal.js';
import { prepareFiles, writeFiles } from './report-files.js';
import { readStoredReport } from './stored-report.js';
import type { Terminal } from './terminal.js';

/**
 * `conformance report RUN.json`: renders a stored report to the files of `--report` or, without them, to
 * the terminal. The exit status is 0 for any verdict. Rejects with
 * a Refusal if the report cannot be read or a file cannot be written.
 */
export async function reportCommand(
  values: Values<'report'>,
  stored: string,
  terminal: Terminal,
): Promise<number> {
  const { report: paths = [], quiet = false, verbose = false, noColor } = values;
  if (values.annotations && paths.includes('-')) {
    throw new Refusal('--annotations and --report - cannot be combined: both print');
  }
  const reports = await prepareFiles(paths, RUN);
  const report = await readStoredReport(stored);
  const [failed] = await writeFiles(reports, report, terminal);
  if (failed !== undefined) throw failed;
  if (values.annotations) {
    await terminal.print(renderAnnotations(report), true);
    return EXIT.conformant;
  }
  if (paths.length === 0 || reports.onStandardOutput) {
    const asJson = reports.onStandardOutput;
    await printProduct(report, RUN, { asJson, quiet, verbose, noColor }, terminal);
  }
  if (!quiet) for (const { path } of reports.files) terminal.note(`wrote ${path}`);
  return EXIT.conformant;
}
