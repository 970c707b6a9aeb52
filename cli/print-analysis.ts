import { jsonText } from '../reporters/json-text.js';
import { wantsColour } from './colour.js';
import { columnsOf } from './columns.js';
import type { Terminal } from './terminal.js';

/** How to render text for a terminal. */
interface Look {
  colour: boolean;
  columns: number;
  /** How the user starts this program. */
  program: string;
}

/**
 * Prints an analysis of reports as text, or as JSON on standard output with the last line of the text on
 * standard error.
 */
export async function printAnalysis<T>(
  analysis: T,
  render: (analysis: T, look: Look) => string,
  { asJson, noColor }: { asJson: boolean; noColor: boolean | undefined },
  terminal: Terminal,
): Promise<void> {
  const output = asJson ? terminal.errors : terminal.output;
  const look = {
    colour: wantsColour(output, noColor, terminal.environment),
    columns: columnsOf(output),
    program: terminal.program,
  };
  const text = render(analysis, look);
  if (!asJson) return terminal.print(text);
  await terminal.printJson(jsonText(analysis));
  terminal.errors.write(`${text.trimEnd().split('\n').at(-1)}\n`);
}
