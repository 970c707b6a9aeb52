import type { Product } from '../reporters/formats.js';
import { jsonText } from '../reporters/printable.js';
import { renderTerminal, renderVerdict } from '../reporters/terminal.js';
import { wantsColour } from './colour.js';
import { columnsOf } from './columns.js';
import type { Terminal } from './terminal.js';

/** How to show what a command tells. */
export interface Printing {
  /** JSON on standard output, and the verdict on standard error. */
  asJson: boolean;
  noColor: boolean | undefined;
  /** The verdict only. */
  quiet?: boolean;
  verbose?: boolean;
}

/** Prints what a command tells. Rejects with a Refusal if it cannot be written. */
export async function printProduct<T>(
  subject: T,
  { documentOf }: Product<T>,
  { asJson, noColor, quiet = false, verbose = false }: Printing,
  terminal: Terminal,
): Promise<void> {
  const output = asJson ? terminal.errors : terminal.output;
  const colour = wantsColour(output, noColor, terminal.environment);
  const look = { colour, columns: columnsOf(output), verbose };
  const document = documentOf(subject, { program: terminal.program, verbose });
  const verdict = renderVerdict(document, look);
  if (!asJson) return terminal.print(quiet ? verdict : renderTerminal(document, look));
  await terminal.printJson(jsonText(subject));
  if (!quiet) terminal.errors.write(verdict);
}
