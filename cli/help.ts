import type { Command } from 'commander';
import { FIRST_TO_LAST } from '../specification/versions.js';
import { COMMANDS, type CommandName, OPERANDS } from './option.js';
import type { OptionName } from './options.js';

const WIDEST = 100;

const INTRODUCTIONS: Record<CommandName, string> = {
  run: `Tests an instance of the Patchwork REST API against its specification and prints which requirement\nholds in which version, ${FIRST_TO_LAST}. Runs are read-only unless --allow-writes is given.`,
  demo: 'Starts the embedded reference instance on a free port, tests it, including writes, and stops it.',
  serve:
    'Runs the embedded reference instance as a server, for client development.\nThe first line of the output is its address. Ctrl-C stops it.',
  doctor:
    'Checks access, credentials and test data of an instance before a run, and suggests how to fix\nproblems. Read-only. It gives no verdicts.\nExit status: 0 if no problem was found, else 2.',
  list: 'Lists the requirements: id, level, versions and title.',
  explain:
    'Explains a requirement: its title, its section in the specification, and what a violation means\nfor a client.',
  faults:
    'Lists the faults that can be injected into the reference instance (demo --fault ID,\nserve --fault ID): id, description, and the requirements that detect it. docs/proof.md shows the\nresult for each.',
  report:
    'Converts a stored report (written with --report RUN.json) to the formats given by --report, or\nprints it to the terminal. Sends no request.\nExit status: 0 for any verdict; 2 if the report cannot be read or a file cannot be written.',
  compare:
    'Compares reports (written with --report RUN.json), each with the previous one: regressions, fixes,\nadded and removed requirements, and what they mean for a client. Takes two or more reports, oldest\nfirst; or one report and --versions 1.1,1.3, to compare the versions of one instance.\nExit status: 1 if a client breaks or a MUST regressed, 3 if a MUST is no longer checked, else 0;\n2 if nothing can be compared.\n\nWith --live OLD_URL NEW_URL it sends the requests of a read-only run, about 300 for each version, to\ntwo instances of the same data, such as a copy before and after an upgrade, and reports what\ndiffers, what most clients use first. Ids may differ.\nExit status: 0 if nothing differs, 1 if something does, 3 if requests are left, 2 if an instance\ncannot be read. Added fields and slower answers are reported, but alone they do not count.',
  client:
    'Answers from a report (written with --report RUN.json) whether clients work with the instance, in\neach version: yes, degraded, reads (its writes were not tested), no, or unknown, with the reason.\nNAME is a client whose profile comes with this package (git-pw, pwclient, b4, …), or a YAML file;\nfixtures/clients has the format.\nExit status: 0 if each client works, also degraded, 1 if one does not, 3 if one was not tested in\nfull, 2 for wrong usage.',
  'try-client':
    'Runs a command that uses the API against the embedded reference instance, then once for each\nchange that makes a difference to the answers to its requests: variants of deployed servers, network\nconditions, releases, faults. Compares output and exit status: same, tells (an error or a message),\nsilently different, crashes, hangs. The command gets CONFORMANCE_URL (http://127.0.0.1:…/api/1.2),\nCONFORMANCE_BASE_URL, _VERSION, _PROJECT, _USER_TOKEN, _MAINTAINER_TOKEN and others, and no\nvariable of yours that is likely to hold a secret. Files that it writes to $CONFORMANCE_DIR belong to its output.\nExit status: 0 if it never crashes and is never silently different, 1 if it is, 2 if it cannot be\ntried, 3 if it hangs or something was not tried.',
  restore:
    'Restores data changed by a run with --allow-writes that was killed, from its journal. Needs the\nsame credentials. Objects that another client has changed since are not overwritten. Removes the\njournal when everything is restored.\n\nWithout a journal, with --base-url only, it removes the markers (private bundles) that keep other\nruns from writing, if they are older than two hours or of --run, and names the values that killed\nruns left.',
};

/** What the help text depends on. */
export interface HelpSettings {
  /** How the user starts the program. */
  program: string;
  /** The width of the terminal. */
  columns: number;
  /** Whether `--all` asks for every option. */
  whole: boolean;
}

/** The options of a run that one needs on the first day; `--help --all` lists the others. */
const FIRST: readonly OptionName[] = [
  'baseUrl',
  'project',
  'versions',
  'only',
  'allowWrites',
  'gentle',
  'report',
  'verbose',
  'fault',
];

/** Whether the help of a command lists an option. */
export function isListed(name: OptionName, command: CommandName, { whole }: HelpSettings): boolean {
  return whole || !SHORTENED.includes(command) || FIRST.includes(name);
}

/** The commands with too many options for one screen. */
const SHORTENED: readonly CommandName[] = ['run', 'demo'];

/** Adds the help text to a command: grouped options and examples, in lines of at most 100 characters. */
export function addHelp(parser: Command, command: CommandName, help: HelpSettings): void {
  const { columns } = help;
  const word = OPERANDS[command];
  const name = word?.needs === undefined ? `[${word?.name}]` : word.name;
  const operand = word === undefined ? '' : ` ${name}`;
  parser
    .name(command === 'run' ? 'conformance [run]' : `conformance ${command}${operand}`)
    .usage('[options]')
    .description(
      command === 'run' ? `${INTRODUCTIONS.run}\n\n${COMMAND_LINES}` : INTRODUCTIONS[command],
    )
    .helpOption('--help', 'print this help')
    .configureHelp({
      helpWidth: Math.min(WIDEST, columns),
      styleTitle: (title) => (title === 'Usage:' ? title : title.replace(/:$/, '')),
      optionTerm: ({ flags }) => flags.replaceAll(/[<>]/g, ''),
      visibleArguments: () => [],
    })
    .addHelpText('after', `\n${tailOf(command, help)}`);
}

const COMMAND_LINES = `Commands (each has --help)
${Object.entries(COMMANDS)
  .map(([name, says]) => `  conformance ${name.padEnd(10)}  ${says}`)
  .join('\n')}`;

/** The examples are there to be pasted. */
function tailOf(command: CommandName, { program, whole }: HelpSettings): string {
  const name = command === 'run' ? '' : ` ${command}`;
  const more = `All options: ${program}${name} --help --all`;
  const parts = [
    ...(SHORTENED.includes(command) && !whole ? [more] : []),
    ...(command === 'run' ? [RUN_TAIL] : []),
    SIGNING_IN.includes(command) ? `${ENVIRONMENT}\n${CREDENTIALS}` : ENVIRONMENT,
    ...(command === 'run' ? [`Examples\n  ${program} demo\n  ${EXAMPLE(program)}`] : []),
  ];
  return parts.join('\n\n');
}

const EXAMPLE = (program: string) =>
  `${program} --base-url https://patchwork.example.org --report run.json`;

const ENVIRONMENT = `Environment
  CONFORMANCE_NAME_OF_OPTION for --name-of-option. Precedence: flag, environment, .env, default.`;

/** The commands that take credentials. */
const SIGNING_IN: readonly CommandName[] = ['run', 'doctor', 'compare', 'restore'];

const CREDENTIALS = `  Credentials have no flag: all users of a machine can see flags. Set CONFORMANCE_USER_TOKEN, or
  CONFORMANCE_USER_NAME and _PASSWORD; likewise _OTHER_, _MAINTAINER_ and _CI_ (.env.example).`;

const RUN_TAIL = `Exit status
  0 conformant, or as the baseline expects   1 nonconformant, or not as it expects
  2 wrong usage, or nothing was checked      3 incomplete   130 interrupted`;
