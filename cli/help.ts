import type { Command } from 'commander';
import { FIRST_TO_LAST } from '../specification/versions.js';
import { COMMANDS, type CommandName, GROUPS, OPERANDS } from './option.js';

const WIDEST = 100;

const INTRODUCTIONS: Record<CommandName, string> = {
  run: `Examines an instance of the Patchwork REST API and says which requirement of its specification\nholds in which version, ${FIRST_TO_LAST}. Reads only, and changes nothing, unless --allow-writes is given.`,
  demo: 'Starts the embedded reference instance on a free port of this machine, examines it,\nwrites included, and stops it.',
  serve:
    'Keeps the embedded reference instance up, for people who develop clients.\nThe first line of its output is its address. Ctrl-C ends it.',
  doctor:
    'Looks at an instance, at the credentials and at what data there is, and says what to do about\nwhat would keep a run from judging everything. Nothing is judged, and nothing is changed.\nExit status: 0, or 2 if anything is red.',
  fields:
    'Shows, for each resource, which field is there in which version, and what departs from the\nspecification. With the file of a report (--report RUN.json) its fields are shown, and no\ninstance is asked.',
  list: 'Lists the requirements: id, level, versions, and the sentence of the specification.',
  explain:
    'Explains a requirement: its sentence, where it stands, and what a violation means for a client.',
  faults:
    'Lists the defects that the reference instance can be given (demo --fault ID, serve --fault ID):\nid, the requirements that catch it, and what is wrong. proof/README.md shows what the suite makes\nof each.',
  report:
    'Renders a stored report (--report RUN.json) again: into files, their formats by their extensions,\nor, without --report, for the terminal. Nothing is judged, and no instance is asked.\nExit status: 0 whatever the verdict is, or 2 if the report cannot be read or a file not be written.',
  merge:
    'Joins the reports (--report I.json) of all shards of a run (--shard I/N) into what one run would\nhave said, and shows it, or writes it with --report in any format. No instance is asked.\nExit status: that of the run; 2 if they are not all shards of one run.',
  compare:
    'Compares reports (--report RUN.json), each with the one before it: what regressed, what was mended,\nwhat is new or gone, and what it means for a client. Two reports or more, the older first; or one\nreport and --versions 1.1,1.3: what a client gains and loses that goes from one version to the next.\nExit status: 1 if a MUST held and is violated, 0 if none is, 2 if nothing can be compared.',
  client:
    'Holds the needs of a client, a small YAML file, against a report (--report RUN.json): which of them\nhold on the instance, in which versions, and from which version to which all do. Examples are in\nfixtures/clients.\nExit status: 0 if a version meets all needs, 1 if none does, 3 if it cannot be told, 2 for wrong\nusage.',
  restore:
    'Puts back what a run with --allow-writes has left that was killed, from its journal and the\ncredentials of its roles. A value that somebody else has changed since is left alone. The journal\nis removed when all is as it was.',
};

/** Gives a command its help: grouped options, and examples where they help. */
export function addHelp(parser: Command, command: CommandName): void {
  const word = OPERANDS[command];
  const name = word?.needs === undefined ? `[${word?.name}]` : word.name;
  const operand = word === undefined ? '' : ` ${name}`;
  parser
    .name(command === 'run' ? 'conformance [run]' : `conformance ${command}${operand}`)
    .usage('[options]')
    .description(
      command === 'run' ? `${INTRODUCTIONS.run}\n\n${COMMAND_LINES}` : INTRODUCTIONS[command],
    )
    .helpOption('--help', 'print this')
    .configureHelp({
      helpWidth: Math.min(WIDEST, process.stdout.columns || WIDEST),
      styleTitle: (title) => title.replace(/:$/, ''),
      optionTerm: ({ flags }) => flags.replaceAll(/[<>]/g, ''),
      visibleArguments: () => [],
      groupItems: (_all, visible, groupOf) =>
        new Map(
          GROUPS.map((group): [string, typeof visible] => [
            group,
            [
              ...visible.filter((item) => groupOf(item) === group),
              ...(group === 'Output' ? visible.filter((item) => !isGrouped(groupOf(item))) : []),
            ],
          ]).filter(([, items]) => items.length > 0),
        ),
    })
    .addHelpText('after', `\n${command === 'run' ? RUN_TAIL : TAIL}`);
}

/** `--help` and `--version` are commander's own and stand last. */
function isGrouped(heading: string): boolean {
  return (GROUPS as readonly string[]).includes(heading);
}

const COMMAND_LINES = `Commands (each has --help)
${Object.entries(COMMANDS)
  .map(([name, says]) => `  conformance ${name.padEnd(8)}  ${says}`)
  .join('\n')}`;

const TAIL = `Environment
  Every option has a name there: --only is CONFORMANCE_ONLY, and so on. A flag wins over the
  environment, the environment over .env in the current directory.`;

const RUN_TAIL = `${TAIL}
  Give credentials there rather than as flags, which every user of the machine can see:
  CONFORMANCE_USER_TOKEN, or CONFORMANCE_USER_NAME and CONFORMANCE_USER_PASSWORD; likewise
  CONFORMANCE_OTHER_… and CONFORMANCE_MAINTAINER_…; .env.example lists them all.

Exit status
  0 conformant   1 nonconformant   2 wrong usage, or nothing could be judged
  3 incomplete   130 interrupted
  With --baseline: 0 as expected   1 not as expected

Examples
  conformance demo
  conformance --base-url https://patchwork.example.org --report run.json`;
