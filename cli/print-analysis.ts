import { jsonText } from '../reporters/json-text.js';
import { wantsColour } from './colour.js';
import { columnsOf } from './columns.js';
import { print, printJson } from './output.js';

/** How to render text for a terminal. */
interface Look {
  colour: boolean;
  columns: number;
}

/**
 * Prints an analysis of reports as text, or as JSON on standard output with the last line of the text on
 * standard error.
 */
export async function printAnalysis<T>(
  analysis: T,
  render: (analysis: T, look: Look) => string,
  { asJson, noColor }: { asJson: boolean; noColor: boolean | undefined },
): Promise<void> {
  const output = asJson ? process.stderr : process.stdout;
  const look = {
    colour: wantsColour(output, noColor, process.env),
    columns: columnsOf(output),
  };
  const text = render(analysis, look);
  if (!asJson) return print(text);
  await printJson(jsonText(analysis));
  process.stderr.write(`${text.trimEnd().split('\n').at(-1)}\n`);
}
