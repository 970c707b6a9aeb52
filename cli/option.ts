/** The subcommands and their summaries. */
export const COMMANDS = {
  run: 'test an instance (default)',
  demo: 'test the embedded reference instance',
  serve: 'run the reference instance as a server, for client development',
  doctor: 'check access, credentials and test data before a run',
  list: 'list the requirements',
  explain: 'explain one requirement',
  faults: 'list the faults that can be injected into the reference instance',
  restore: 'restore data changed by a killed run',
  report: 'show a stored report, or convert it to another format',
  compare: 'compare reports, the versions in one report, or two instances',
  client: 'answer whether clients such as git-pw and b4 work with an instance',
  'try-client': 'test a client: run a command against sound and faulty instances',
} as const;

/** The name of a subcommand. */
export type CommandName = keyof typeof COMMANDS;

/** The operand of a subcommand. */
export interface Operand {
  /** Its name in the help. */
  name: string;
  /** Its name in the error message for too many operands. */
  called: string;
  /** What is missing without it, for the error message; absent if the operand is optional. */
  needs?: string;
  /** The arguments of a command with it, for the same message. */
  example?: string;
  /** Set if the operand is several words; the command counts them. */
  several?: true;
}

/** The operands of the subcommands. */
export const OPERANDS: Partial<Record<CommandName, Operand>> = {
  client: {
    name: 'NAME… RUN.json',
    called: 'profiles and one report',
    needs: 'profiles and a report',
    example: 'client git-pw b4 RUN.json, or --all RUN.json',
    several: true,
  },
  compare: {
    name: 'A.json B.json …',
    called: 'reports',
    needs: 'two reports or more, one report and --versions, or --live and two addresses',
    several: true,
  },
  explain: {
    name: 'ID',
    called: 'id',
    needs: 'the id of a requirement',
    example: 'explain page.next.absent-on-last',
  },
  report: {
    name: 'RUN.json',
    called: 'report',
    needs: 'the report of a run, written with --report RUN.json',
  },
  restore: {
    name: 'JOURNAL',
    called: 'journal',
  },
};

/** The groups of options in the help, in order. */
export const GROUPS = [
  'Target',
  'Client',
  'What to check',
  'Writing',
  'Pace',
  'Reports',
  'Baseline',
  'Server',
  'Output',
] as const;

/** One option: the source of the parser and of `--help`. */
export interface Option<T> {
  /** Absent for a secret: a flag is visible to every user of the machine. */
  flag?: `--${string}`;
  /** The name of the value in the help; a switch has none. */
  value?: string;
  /** Its name in the environment; undefined if it changes what a command means. */
  environment?: string;
  /** As it would be written on the command line. */
  default?: string;
  /** Describes the behaviour without the option, if there is no default value. */
  otherwise?: string;
  /** Where the help lists it; absent without a flag. */
  group?: (typeof GROUPS)[number];
  says: string;
  /** Overrides `otherwise` in the help of single commands. */
  otherwiseFor?: Partial<Record<CommandName, string>>;
  /** Overrides `says` in the help of single commands. */
  saysFor?: Partial<Record<CommandName, string>>;
  commands: readonly CommandName[];
  /** Its value must never be printed or stored. */
  secret?: true;
  /** Each value counts, and is a list; without it the last one counts. */
  repeatable?: true;
  /** Parses a value. Throws a RangeError whose message the user sees. */
  parse(text: string): T;
}

/** An option before `grouped` adds what follows from its flag and its group. */
type Row = Omit<Option<unknown>, 'flag' | 'group'> & { flag: `--${string}` };

/**
 * Adds the group to options, and the name in the environment that follows from the flag, unless an option has
 * another one, or undefined: none, since it changes what a command means.
 */
export function grouped<const R extends Record<string, Row>>(
  group: (typeof GROUPS)[number],
  rows: R,
): {
  [K in keyof R]: R[K] & {
    environment: R[K] extends { environment: undefined } ? undefined : string;
  };
} {
  const options = Object.entries(rows).map(([name, row]) => {
    const environment = `CONFORMANCE_${row.flag.slice(2).toUpperCase().replaceAll('-', '_')}`;
    return [name, { environment, ...row, group }];
  });
  return Object.fromEntries(options) as ReturnType<typeof grouped<R>>;
}

/** Commands that send requests to an external instance. */
export const ON_REQUESTING = ['run', 'doctor', 'restore', 'compare'] as const;
/** Commands that check requirements. */
export const ON_CHECKING = ['run', 'demo'] as const;
/** Commands that show the report of a run. */
export const ON_REPORTING = ['run', 'demo', 'report'] as const;
/** Commands that analyse stored reports, or clients. */
export const ON_ANALYSIS = ['compare', 'client', 'try-client'] as const;
