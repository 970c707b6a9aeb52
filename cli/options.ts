import type { CommandName, Option } from './option.js';
import { CLIENT_TRIAL } from './options/client-trial.js';
import { CREDENTIALS } from './options/credentials.js';
import { OUTPUT } from './options/output.js';
import { PACE } from './options/pace.js';
import { REPORTS } from './options/reports.js';
import { SELECTION } from './options/selection.js';
import { SERVER } from './options/server.js';
import { TARGET } from './options/target.js';
import { WRITING } from './options/writing.js';

/** The table of all options. */
export const OPTIONS = {
  ...TARGET,
  ...CLIENT_TRIAL,
  ...SELECTION,
  ...WRITING,
  ...PACE,
  ...REPORTS,
  ...CREDENTIALS,
  ...SERVER,
  ...OUTPUT,
} satisfies Record<string, Option<unknown>>;

/** The key of an option in the table. */
export type OptionName = keyof typeof OPTIONS;

type Read<O> = O extends { parse: (texts: readonly string[]) => infer T } ? T : never;

/** The parsed options of a command. Options with a default always have a value. */
export type Values<C extends CommandName> = {
  [K in OptionName as C extends (typeof OPTIONS)[K]['commands'][number] ? K : never]:
    | Read<(typeof OPTIONS)[K]>
    | ((typeof OPTIONS)[K] extends { default: string } ? never : undefined);
};

/** Returns the options of a command, in the order of the table. */
export function optionsOf(command: CommandName): [OptionName, Option<unknown>][] {
  const entries = Object.entries(OPTIONS) as [OptionName, Option<unknown>][];
  return entries.filter(([, { commands }]) => commands.includes(command));
}
