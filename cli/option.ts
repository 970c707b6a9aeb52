/** The subcommands, and what each does. */
export const COMMANDS = {
  run: 'examine an instance (the default)',
  demo: 'examine the embedded reference instance',
  serve: 'keep the reference instance up, to develop clients against',
  doctor: 'find out what keeps a run from judging everything, and how to mend it',
  fields: 'show which field an instance has in which version',
  list: 'list the requirements',
  explain: 'explain one requirement',
  faults: 'list the defects that the reference instance can be given',
  restore: 'put back what a run that was killed has left, from its journal',
  report: 'show a stored report again, or render it in another format',
  merge: 'join the reports of the shards of a run (--shard)',
  compare: 'show what changed from one report to the next, or from version to version',
  client: 'find out in which versions an instance meets the needs of a client',
} as const;

/** The name of a subcommand. */
export type CommandName = keyof typeof COMMANDS;

/** What a subcommand takes besides its options. */
export interface Operand {
  /** As help shows it. */
  name: string;
  /** What it is called where there is one too many. */
  called: string;
  says: string;
  /** What is missing without it; it may be left out where this is not said. */
  needs?: string;
  /** Whether it is one word or several, which the command counts. */
  several?: true;
}

/** The word or the words that a subcommand takes besides its options. */
export const OPERANDS: Partial<Record<CommandName, Operand>> = {
  client: {
    name: 'FILE RUN.json',
    called: 'profile and one report',
    says: 'the needs of a client, and a report',
    needs: 'a profile and a report: conformance client FILE RUN.json',
    several: true,
  },
  compare: {
    name: 'A.json B.json …',
    called: 'reports',
    says: 'reports, the older first',
    needs: 'two reports or more, or one report and --versions',
    several: true,
  },
  explain: {
    name: 'ID',
    called: 'id',
    says: 'id of a requirement, as list shows it',
    needs: 'the id of a requirement; conformance list shows them',
  },
  fields: {
    name: 'RUN.json',
    called: 'report',
    says: 'a report',
  },
  merge: {
    name: 'A.json B.json …',
    called: 'reports',
    says: 'the reports of all shards of a run, in any order',
    needs: 'the reports of all shards: conformance merge A.json B.json …',
    several: true,
  },
  report: {
    name: 'RUN.json',
    called: 'report',
    says: 'a report',
    needs: 'the report of a run, a file that --report RUN.json wrote',
  },
  restore: {
    name: 'JOURNAL',
    called: 'journal',
    says: 'the file that the run named',
    needs: 'the journal of a run, a file that the run named',
  },
};

/** The groups in which help and .env.example show the options, in their order. */
export const GROUPS = [
  'Target',
  'What to judge',
  'Writing',
  'Pace',
  'Reports',
  'Baseline',
  'Credentials',
  'Server',
  'Output',
] as const;

/** One option: all that the parser, `--help`, .env.example and the README need to know of it. */
export interface Option<T> {
  flag: `--${string}`;
  /** Another flag for the same. */
  alias?: `--${string}`;
  /** What the value is called; a switch has none. */
  value?: string;
  /** Its name in the environment. */
  environment: string;
  /** In the form in which it would be given. */
  default?: string;
  /** What happens without it, where there is no default to show. */
  otherwise?: string;
  group: (typeof GROUPS)[number];
  says: string;
  /** What the help of a command says instead, for which that is not true as it stands. */
  saysFor?: Partial<Record<CommandName, string>>;
  commands: readonly CommandName[];
  /** Its value must appear nowhere. */
  secret?: true;
  repeatable?: true;
  /** Reads all that was given for it in one place. Throws a RangeError that is shown to the user. */
  parse(texts: readonly string[]): T;
}

/** Of an option that is given more than once the last counts. */
export const last =
  <T>(parse: (text: string) => T) =>
  (texts: readonly string[]) =>
    parse(texts.at(-1) ?? '');

/** Of an option that may be repeated all count. */
export const all =
  <T>(parse: (text: string) => T[]) =>
  (texts: readonly string[]) =>
    texts.flatMap(parse);
