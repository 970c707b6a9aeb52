import type { CommandName, Option } from '../cli/option.js';
import { OPTIONS, type OptionName, optionsOf, type Values } from '../cli/options.js';
import type { Given } from '../cli/read-options.js';
import { Refusal } from '../cli/refusal.js';
import { kindOf } from '../harness/expect.js';

/** What a program may give for an option of that kind; the text that the command takes is right, too. */
type Writable<T> = T extends boolean
  ? boolean
  : T extends number
    ? number | string
    : T extends readonly unknown[]
      ? string | readonly string[]
      : string;

/**
 * The options of a command but for `Without`, by their names in the table: `--base-url` is `baseUrl`.
 * Each is what the command takes: a list may be an array, a number a number, a switch a boolean.
 */
export type OptionsOf<C extends CommandName, Without extends OptionName> = {
  readonly [K in Exclude<keyof Values<C>, Without>]?:
    | Writable<NonNullable<Values<C>[K]>>
    | undefined;
};

/**
 * The options of a program as a command line would give them. Throws a Refusal for one that there is
 * not, and for a value that is neither text nor number nor boolean.
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
  // Of an option that is not repeatable an array is a list with commas.
  return option.repeatable ? texts : [texts.join(',')];
}

/** Does what a program asked for; a Refusal names the options as `inNamesOfProgram` does. */
export async function refusingInNames<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw inNamesOfProgram(error);
  });
}

/** A Refusal that names options as a program does, `baseUrl`, and not as the command, `--base-url`. */
export function inNamesOfProgram(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  return new Refusal(error.message.replace(/--[a-z]+(?:-[a-z]+)*/g, nameOf));
}

function nameOf(flag: string): string {
  return Object.entries(OPTIONS).find(([, option]) => option.flag === flag)?.[0] ?? flag;
}
