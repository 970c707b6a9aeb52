import { jsonText } from '../reporters/json-text.js';
import { wantsColour } from './colour.js';
import { columnsOf } from './columns.js';
import { print, printJson } from './output.js';

/** How a text for a terminal is to look. */
interface Look {
  colour: boolean;
  columns: number;
}

/**
 * Shows what a command has to tell of reports: as text, or as JSON on standard output with the last
 * line of the text beside it.
 */
export async function tell<T>(
  told: T,
  render: (told: T, look: Look) => string,
  { asJson, noColor }: { asJson: boolean; noColor: boolean | undefined },
): Promise<void> {
  const output = asJson ? process.stderr : process.stdout;
  const look = {
    colour: wantsColour(output, noColor, process.env),
    columns: columnsOf(output),
  };
  const text = render(told, look);
  if (!asJson) return print(text);
  await printJson(jsonText(told));
  process.stderr.write(`${text.trimEnd().split('\n').at(-1)}\n`);
}
