import { Command, CommanderError, Option as Flag } from 'commander';
import { nearest } from '../harness/nearest.js';
import { addHelp, type HelpSettings, isListed } from './help.js';
import {
  COMMANDS,
  type CommandName,
  GROUPS,
  OPERANDS,
  type Operand,
  type Option,
} from './option.js';
import type { Given } from './options.js';
import { OPTIONS, type OptionName, optionsOf } from './options.js';
import { Refusal } from './refusal.js';

/** The parsed command line. */
export interface Invocation {
  command: CommandName;
  given: Given;
  /** The first operand; empty without one. */
  operand: string;
  operands: readonly string[];
}

/**
 * Parses the command line, or returns the text that `--help` and `--version` print. The default subcommand is `run`.
 * `program` is how the user starts the program.
 * Throws a Refusal that lists what is allowed.
 */
export function readCommandLine(
  words: readonly string[],
  version: string,
  program: string,
  columns = Number.POSITIVE_INFINITY,
): Invocation | { answer: string } {
  const [first = '', ...rest] = words;
  const named = isCommand(first);
  if (!named && first !== '' && !first.startsWith('-')) {
    throw new Refusal(unknownCommand(first, program));
  }
  const command = named ? first : 'run';
  let answer = '';
  const whole = words.includes('--all');
  const parser = makeParser(command, version, { program, columns, whole }).configureOutput({
    writeOut: (text) => {
      answer += text;
    },
    writeErr: () => {},
  });
  const own = named ? rest : words;
  try {
    parser.parse(own, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { answer };
    throw new Refusal(explained(error, parser, own, { command, program }));
  }
  const operands = parser.args;
  return { command, given: givenTo(parser, command), operand: operands[0] ?? '', operands };
}

function isCommand(word: string): word is CommandName {
  return Object.hasOwn(COMMANDS, word);
}

function makeParser(command: CommandName, version: string, help: HelpSettings): Command {
  const parser = new Command(command)
    .exitOverride()
    .allowExcessArguments(false)
    .optionsGroup('Output');
  const operand = OPERANDS[command];
  if (operand !== undefined) parser.argument(operandOf(operand));
  const place = ([, { group = 'Output' }]: [OptionName, Option<unknown>]) => GROUPS.indexOf(group);
  for (const [name, option] of optionsOf(command).sort((a, b) => place(a) - place(b))) {
    const flag = flagOf(option, command);
    if (flag !== undefined) parser.addOption(flag.hideHelp(!isListed(name, command, help)));
  }
  parser.version(version, '--version', 'print the version');
  addHelp(parser, command, help);
  return parser;
}

/** Required operands are in angle brackets, optional ones in square brackets. */
function operandOf({ name, needs, several }: Operand): string {
  if (several) return '<words...>';
  return needs === undefined ? `[${name}]` : `<${name}>`;
}

/** Undefined for a secret, which only the environment gives. */
function flagOf(option: Option<unknown>, command: CommandName): Flag | undefined {
  if (option.flag === undefined) return undefined;
  const value = option.value === undefined ? '' : ` <${option.value}>`;
  const standing = option.default ?? option.otherwiseFor?.[command] ?? option.otherwise;
  const says = option.saysFor?.[command] ?? option.says;
  const whole = standing === undefined ? says : `${says} (default: ${standing})`;
  const flag = new Flag(`${option.flag}${value}`, whole).helpGroup(option.group ?? 'Output');
  if (option.value === undefined) return flag;
  return flag.argParser((text, before: string[] | undefined) => [...(before ?? []), text]);
}

function givenTo(parser: Command, command: CommandName): Given {
  const given: Given = {};
  for (const [key, option] of optionsOf(command)) {
    const attribute = flagOf(option, command)?.attributeName();
    if (attribute === undefined || parser.getOptionValueSource(attribute) !== 'cli') continue;
    const value: unknown = parser.getOptionValue(attribute);
    given[key satisfies OptionName] = Array.isArray(value) ? value.map(String) : ['true'];
  }
  return given;
}

function unknownCommand(word: string, program: string): string {
  const commands = Object.keys(COMMANDS).join(', ');
  const hint = word.includes('://') ? 'use --base-url for the address of an instance; ' : '';
  const [near] = nearest(word, Object.keys(COMMANDS));
  if (near !== undefined) return `unknown command "${word}"; did you mean ${near}?`;
  // A name and a password, as curl takes them.
  const isPlain = hint === '' && !/[:@]/.test(word);
  const shown = isPlain ? `unknown command "${word}"; ` : '';
  return `${shown}${hint}expected one of ${commands}, or options (${program} --help)`;
}

/** What many try first. */
const CREDENTIAL_FLAG = /^--(?:[a-z]+-)?(?:tok|name|pass)/;

/** What is wrong with the words, by commander's code. Values are never repeated, since they may be secret. */
function explained(
  { code, message }: CommanderError,
  parser: Command,
  words: readonly string[],
  { command, program }: { command: CommandName; program: string },
): string {
  switch (code) {
    case 'commander.unknownOption': {
      // Commander names it in its message only.
      const [word = ''] = parser.parseOptions([...words]).unknown;
      // Of a short option the value may follow at once.
      const flag = /^-[^-]/.test(word) ? word.slice(0, 2) : (word.split('=', 1)[0] ?? '');
      return unknownOption(flag, command, program);
    }
    case 'commander.optionMissingArgument': {
      // Any other word would have been the value.
      const flag = words.at(-1);
      const option = optionsOf(command).find(([, each]) => each.flag === flag)?.[1];
      return `${flag}: expected a value (${option?.value}), received nothing`;
    }
    case 'commander.excessArguments':
      return excess(command, program);
    case 'commander.missingArgument': {
      const { needs = 'an operand', example } = OPERANDS[command] ?? {};
      return `${command} needs ${needs}${example === undefined ? '' : `: ${program} ${example}`}`;
    }
    default:
      return message;
  }
}

function unknownOption(flag: string, command: CommandName, program: string): string {
  if (CREDENTIAL_FLAG.test(flag)) {
    return `unknown option '${flag}'; credentials are read from the environment or .env only, such as ${OPTIONS.userToken.environment}`;
  }
  if (command === 'demo' && flag === OPTIONS.baseUrl.flag) {
    return `demo tests the embedded reference instance; expected ${program} ${flag} URL for another`;
  }
  const [near] = nearest(
    flag,
    optionsOf(command).flatMap(([, option]) => option.flag ?? []),
  );
  if (near === flag) return `${flag} takes no value`;
  if (near !== undefined) return `unknown option '${flag}' (did you mean ${near}?)`;
  return `unknown option '${flag}'; ${program} ${command} --help lists the options`;
}

function excess(command: CommandName, program: string): string {
  if (command === 'try-client') {
    return "try-client takes options only, but received another argument; put the command of the client in quotes: --command 'python3 client.py'";
  }
  const operand = OPERANDS[command];
  if (operand !== undefined) return `${command} takes one ${operand.called}`;
  return `${command} takes options only, but received another argument; put the command first (${program} list --json), and quote values that contain spaces`;
}
