import type { Product } from '../reporters/formats.js';
import { jsonText } from '../reporters/printable.js';
import { renderTerminal, renderVerdict } from '../reporters/terminal.js';
import { type WantedFiles, writeFiles } from './report-files.js';
import { columnsOf, type Terminal, wantsColour } from './terminal.js';

/** How to print the result of a command. */
export interface Printing {
  /** JSON on standard output, and the verdict on standard error. */
  asJson: boolean;
  noColor: boolean | undefined;
  /** The verdict only. */
  quiet?: boolean;
  verbose?: boolean;
}

/** Prints the result of a command. Rejects with a Refusal if it cannot be written. */
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
  await terminal.print(jsonText(subject));
  if (!quiet) terminal.tell(verdict);
}

/** Writes the files of an analysis, and prints it. Rejects with a Refusal for the first file that cannot be written. */
export async function tell<T>(
  subject: T,
  product: Product<T>,
  wanted: WantedFiles<T>,
  printing: Omit<Printing, 'asJson'>,
  terminal: Terminal,
): Promise<void> {
  const [failed] = await writeFiles(wanted, subject, terminal);
  if (failed !== undefined) throw failed;
  for (const { path } of wanted.files) terminal.note(`wrote ${path}`);
  const asJson = wanted.onStandardOutput;
  await printProduct(subject, product, { ...printing, asJson }, terminal);
}
