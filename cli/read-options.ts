import type { CommandName, Option } from './option.js';
import { type OptionName, optionsOf, type Values } from './options.js';
import { Refusal } from './refusal.js';

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
 * value counts as not set. Throws a Refusal that names the source of a wrong value.
 */
export function readOptions<C extends CommandName>(
  command: C,
  given: Given,
  environments: readonly Environment[],
): Values<C> {
  const values = optionsOf(command).map(([key, option]) => [
    key,
    settle(option, given[key], environments),
  ]);
  return Object.fromEntries(values) as Values<C>;
}

function settle(
  option: Option<unknown>,
  given: readonly string[] | undefined,
  environments: readonly Environment[],
): unknown {
  const { flag = option.environment ?? '' } = option;
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
  try {
    return option.parse(texts);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(`${source}: ${error.message}`);
  }
}
