import type { CommandName, Option } from '../cli/option.js';
import type { Given } from '../cli/options.js';
import { type OptionName, optionsOf, type Values } from '../cli/options.js';
import { Refusal } from '../cli/refusal.js';
import { kindOf } from '../harness/expect.js';

/** The types that a program may pass for an option; the text of the command line is always accepted. */
type Writable<T> = T extends boolean
  ? boolean
  : T extends number
    ? number | string
    : T extends readonly unknown[]
      ? string | readonly string[]
      : string;

/**
 * The options of a command except `Without`, in camel case: `--max-requests` is `maxRequests`. A list may be an
 * array, a number a number, a switch a boolean.
 */
export type OptionsOf<C extends CommandName, Without extends OptionName> = {
  readonly [K in Exclude<keyof Values<C>, Without>]?:
    | Writable<NonNullable<Values<C>[K]>>
    | undefined;
};

/**
 * Converts the options of a program to those of a command line. Throws a Refusal for an unknown option, and
 * for a value that is neither text nor number nor boolean.
 */
export function givenOf(
  command: CommandName,
  without: readonly OptionName[],
  options: object,
): Given {
  const table = new Map<string, Option<unknown>>(
    optionsOf(command).filter(([name]) => !without.includes(name)),
  );
  const given: [string, string[]][] = [];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const option = table.get(name);
    if (option === undefined) {
      throw new Refusal(`unknown option ${name}; expected one of ${[...table.keys()].join(', ')}`);
    }
    given.push([name, textsOf(name, option, value)]);
  }
  return Object.fromEntries(given);
}

function textsOf(name: string, option: Option<unknown>, value: unknown): string[] {
  if (option.value === undefined) {
    if (typeof value === 'boolean') return [String(value)];
    throw new Refusal(`${name}: expected true or false, received ${kindOf(value)}`);
  }
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.map((each) => {
    if (typeof each === 'string') return each;
    if (typeof each === 'number') return String(each);
    throw new Refusal(`${name}: expected ${option.value} as text, received ${kindOf(each)}`);
  });
  // An array for an option that is not repeatable becomes a comma-separated list.
  return option.repeatable ? texts : [texts.join(',')];
}
