import type { CommandName, Option } from './option.js';
import { CHECKS } from './options/checks.js';
import { CREDENTIALS } from './options/credentials.js';
import { INSTANCE } from './options/instance.js';
import { OUTPUT } from './options/output.js';
import { SERVER } from './options/server.js';
import { refusing } from './refusal.js';

/** The table of all options. */
export const OPTIONS = {
  ...INSTANCE,
  ...CHECKS,
  ...OUTPUT,
  ...CREDENTIALS,
  ...SERVER,
} satisfies Record<string, Option<unknown>>;

/** The key of an option in the table. */
export type OptionName = keyof typeof OPTIONS;

type Read<O> = O extends { parse: (text: string) => infer T } ? T : never;

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

/** A source of environment variables. */
export interface Environment {
  /** Suffix for error messages: empty for the process, ` in .env` for the file. */
  where: string;
  values: Record<string, string | undefined>;
}

/** The values of the flags as text; a switch is `true`. */
export type Given = Partial<Record<OptionName, readonly string[]>>;

/**
 * Reads the options of a command: flag, then environments in order, then default. An empty environment
 * value counts as not set. Throws a Refusal that names the source of a wrong value: the flag, or the key of the
 * table if `named` is `key`.
 */
export function readOptions<C extends CommandName>(
  command: C,
  given: Given,
  environments: readonly Environment[],
  named: 'flag' | 'key' = 'flag',
): Values<C> {
  const values = optionsOf(command).map(([key, option]) => [
    key,
    settle(option, named === 'key' ? key : option.flag, given[key], environments),
  ]);
  return Object.fromEntries(values) as Values<C>;
}

function settle(
  option: Option<unknown>,
  flag = option.environment ?? '',
  given: readonly string[] | undefined,
  environments: readonly Environment[],
): unknown {
  if (given !== undefined) return parsed(option, given, flag);
  for (const { where, values } of environments) {
    const { environment = '' } = option;
    const text = values[environment];
    if (text !== undefined && text !== '') {
      return parsed(option, [text], `${environment}${where}`);
    }
  }
  return option.default === undefined ? undefined : parsed(option, [option.default], flag);
}

function parsed(option: Option<unknown>, texts: readonly string[], source: string): unknown {
  return refusing(
    RangeError,
    () => (option.repeatable ? texts.flatMap(option.parse) : option.parse(texts.at(-1) ?? '')),
    (message) => `${source}: ${message}`,
  );
}
