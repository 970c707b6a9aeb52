import type { Report } from '../harness/report.js';
import { jsonText } from '../reporters/json-text.js';
import { renderTerminal, renderVerdict } from '../reporters/terminal.js';
import { wantsColour } from './colour.js';
import { columnsOf } from './columns.js';
import type { WantedReports } from './report-files.js';
import type { Terminal } from './terminal.js';

/** How to show a report. */
export interface Showing {
  reports: WantedReports;
  quiet: boolean;
  verbose: boolean;
  noColor: boolean | undefined;
}

/**
 * Prints a report to standard output; with `-`, JSON to standard output and the verdict to standard error.
 * Rejects with a Refusal if it cannot be written.
 */
export async function showReport(
  report: Report,
  showing: Showing,
  terminal: Terminal,
): Promise<void> {
  const { reports, quiet, verbose, noColor } = showing;
  const output = reports.onStandardOutput ? terminal.errors : terminal.output;
  const colour = wantsColour(output, noColor, terminal.environment);
  const columns = columnsOf(output);
  const look = { colour, columns, verbose, program: terminal.program };
  const verdict = renderVerdict(report, look);
  if (!reports.onStandardOutput) {
    return terminal.print(quiet ? verdict : renderTerminal(report, look));
  }
  await terminal.printJson(jsonText(report));
  if (!quiet) terminal.errors.write(verdict);
}
