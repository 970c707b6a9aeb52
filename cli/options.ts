import { parseVersions } from '../harness/version.js';
import { name, password, token } from './credential-options.js';
import { all, type CommandName, last, type Option } from './option.js';
import { parseBaseUrl } from './parse/base-url.js';
import { numberWithin, parseSeconds } from './parse/number.js';
import {
  parseFiles,
  parseHeaders,
  parseNames,
  parsePrefix,
  parseSwitch,
  parseText,
} from './parse/text.js';

const ON_RUN = ['run'] as const;
const ON_ASKING = ['run', 'doctor', 'fields', 'restore'] as const;
const ON_JUDGING = ['run', 'demo'] as const;
const ON_CHOOSING = ['run', 'demo', 'list'] as const;
const ON_VERSIONS = ['run', 'demo', 'fields', 'list'] as const;
const ON_PACED = ['run', 'demo', 'doctor', 'fields'] as const;
const ON_SERVE = ['serve'] as const;
const ON_ALL = [
  'run',
  'demo',
  'serve',
  'doctor',
  'fields',
  'list',
  'explain',
  'faults',
  'restore',
] as const;

/** The one table of options. */
export const OPTIONS = {
  baseUrl: {
    flag: '--base-url',
    value: 'URL',
    environment: 'CONFORMANCE_BASE_URL',
    group: 'Target',
    says: 'address of the instance, up to what comes before /api',
    commands: ON_ASKING,
    parse: last(parseBaseUrl),
  },
  project: {
    flag: '--project',
    value: 'NAME',
    environment: 'CONFORMANCE_PROJECT',
    group: 'Target',
    says: 'link name or id of the project that the maintainer maintains',
    commands: ['run', 'doctor'],
    parse: last(parseText),
  },
  header: {
    flag: '--header',
    value: "'NAME: VALUE'",
    environment: 'CONFORMANCE_HEADERS',
    group: 'Target',
    says: 'send this header with every request, to pass a gate before the instance; repeatable (CONFORMANCE_HEADERS: one a line)',
    commands: ON_ASKING,
    secret: true,
    repeatable: true,
    parse: all(parseHeaders),
  },
  ca: {
    flag: '--ca',
    value: 'FILE',
    environment: 'CONFORMANCE_CA',
    group: 'Target',
    says: 'trust the certificates in this PEM file as well',
    commands: ON_ASKING,
    parse: last(parseText),
  },
  versions: {
    flag: '--versions',
    value: 'LIST',
    environment: 'CONFORMANCE_VERSIONS',
    otherwise: 'all',
    group: 'What to judge',
    says: 'versions of the API, such as 1.0,1.2..1.4',
    commands: ON_VERSIONS,
    parse: last(parseVersions),
  },
  only: {
    flag: '--only',
    value: 'NAMES',
    environment: 'CONFORMANCE_ONLY',
    group: 'What to judge',
    says: 'only these: ids, chapters or prefixes (page.*), with commas; repeatable',
    commands: ON_CHOOSING,
    repeatable: true,
    parse: all(parseNames),
  },
  skip: {
    flag: '--skip',
    value: 'NAMES',
    environment: 'CONFORMANCE_SKIP',
    group: 'What to judge',
    says: 'not these; wins over --only',
    commands: ON_CHOOSING,
    repeatable: true,
    parse: all(parseNames),
  },
  seed: {
    flag: '--seed',
    value: 'N',
    environment: 'CONFORMANCE_SEED',
    otherwise: 'a new one',
    group: 'What to judge',
    says: 'whole number that fixes the choices made at random',
    commands: ON_JUDGING,
    parse: last(numberWithin({ least: 0, most: 2 ** 31 - 1 })),
  },
  allowWrites: {
    flag: '--allow-writes',
    environment: 'CONFORMANCE_ALLOW_WRITES',
    group: 'Writing',
    says: 'judge what writes as well, on bundles of its own, the own users, one patch, one comment and --project, and put everything back',
    commands: ON_RUN,
    parse: last(parseSwitch),
  },
  hazardousInputs: {
    flag: '--hazardous-inputs',
    environment: 'CONFORMANCE_HAZARDOUS_INPUTS',
    group: 'Writing',
    says: 'write values, too, that instances have been known to choke on, for everybody; with --allow-writes only, and never in production',
    commands: ON_RUN,
    parse: last(parseSwitch),
  },
  runs: {
    flag: '--runs',
    value: 'N',
    environment: 'CONFORMANCE_RUNS',
    default: '3',
    group: 'Writing',
    says: 'values that each round trip tries, 1 to 1000',
    commands: ON_JUDGING,
    parse: last(numberWithin({ least: 1, most: 1000 })),
  },
  journal: {
    flag: '--journal',
    value: 'FILE',
    environment: 'CONFORMANCE_JOURNAL',
    otherwise: 'a file in the temporary folder',
    group: 'Writing',
    says: 'keep in FILE what was there before, until it is put back; conformance restore FILE does that after a kill',
    commands: ON_RUN,
    parse: last(parseText),
  },
  concurrency: {
    flag: '--concurrency',
    value: 'N',
    environment: 'CONFORMANCE_CONCURRENCY',
    default: '4',
    group: 'Pace',
    says: 'requests under way at once, 1 to 64',
    commands: ON_PACED,
    parse: last(numberWithin({ least: 1, most: 64 })),
  },
  rps: {
    flag: '--rps',
    value: 'N',
    environment: 'CONFORMANCE_RPS',
    default: '0',
    group: 'Pace',
    says: 'requests a second at the most; 0 is no limit',
    commands: ON_ASKING,
    parse: last(numberWithin({ least: 0, most: 1000, fractions: true })),
  },
  timeout: {
    flag: '--timeout',
    value: 'SECONDS',
    environment: 'CONFORMANCE_TIMEOUT',
    default: '30',
    group: 'Pace',
    says: 'for one request, to the last byte of its answer',
    commands: ON_ASKING,
    parse: last(parseSeconds),
  },
  maxBytes: {
    flag: '--max-bytes',
    value: 'N',
    environment: 'CONFORMANCE_MAX_BYTES',
    default: '50000000',
    group: 'Pace',
    says: 'the longest body of an answer that is read',
    commands: ON_ASKING,
    parse: last(numberWithin({ least: 1, most: Number.MAX_SAFE_INTEGER })),
  },
  report: {
    flag: '--report',
    value: 'FILE',
    environment: 'CONFORMANCE_REPORT',
    group: 'Reports',
    says: 'write a report, its format by the extension (.json); - is JSON on standard output; repeatable (CONFORMANCE_REPORT: one a line)',
    commands: ON_JUDGING,
    repeatable: true,
    parse: all(parseFiles),
  },
  showEmails: {
    flag: '--show-emails',
    environment: 'CONFORMANCE_SHOW_EMAILS',
    group: 'Reports',
    says: 'do not mask e-mail addresses in what is shown of answers',
    commands: ON_RUN,
    parse: last(parseSwitch),
  },
  userToken: { ...token('user', 'owns bundles'), alias: '--token' },
  userName: name('user'),
  userPassword: password('user'),
  otherToken: token('other', 'a second plain user'),
  otherName: name('other'),
  otherPassword: password('other'),
  maintainerToken: token('maintainer', 'maintains --project'),
  maintainerName: name('maintainer'),
  maintainerPassword: password('maintainer'),
  port: {
    flag: '--port',
    value: 'N',
    environment: 'CONFORMANCE_PORT',
    otherwise: 'any free one',
    group: 'Server',
    says: 'port to listen on',
    commands: ON_SERVE,
    parse: last(numberWithin({ least: 0, most: 65_535 })),
  },
  host: {
    flag: '--host',
    value: 'HOST',
    environment: 'CONFORMANCE_HOST',
    default: '127.0.0.1',
    group: 'Server',
    says: 'address to listen on; the passwords are public, so leave it at loopback',
    commands: ON_SERVE,
    parse: last(parseText),
  },
  prefix: {
    flag: '--prefix',
    value: 'PATH',
    environment: 'CONFORMANCE_PREFIX',
    group: 'Server',
    says: 'path before /api, such as /patchwork',
    commands: ON_SERVE,
    parse: last(parsePrefix),
  },
  fault: {
    flag: '--fault',
    value: 'IDS',
    environment: 'CONFORMANCE_FAULT',
    group: 'Server',
    says: 'give the reference instance these defects, as conformance faults lists them, with commas; repeatable',
    commands: ['demo', 'serve'],
    repeatable: true,
    parse: all(parseNames),
  },
  writeEnv: {
    flag: '--write-env',
    value: 'FILE',
    environment: 'CONFORMANCE_WRITE_ENV',
    group: 'Server',
    says: 'write what a run needs to FILE; then: set -a; . FILE; npx conformance',
    commands: ON_SERVE,
    parse: last(parseText),
  },
  json: {
    flag: '--json',
    environment: 'CONFORMANCE_JSON',
    group: 'Output',
    says: 'as JSON',
    commands: ['fields', 'list', 'faults'],
    parse: last(parseSwitch),
  },
  quiet: {
    flag: '--quiet',
    environment: 'CONFORMANCE_QUIET',
    group: 'Output',
    says: 'show the verdict only',
    commands: ON_JUDGING,
    parse: last(parseSwitch),
  },
  verbose: {
    flag: '--verbose',
    environment: 'CONFORMANCE_VERBOSE',
    group: 'Output',
    says: 'show every requirement, every violation and what was observed',
    commands: ON_JUDGING,
    parse: last(parseSwitch),
  },
  noColor: {
    flag: '--no-color',
    environment: 'NO_COLOR',
    group: 'Output',
    says: 'no colours (also NO_COLOR); FORCE_COLOR asks for them',
    commands: ON_PACED,
    // https://no-color.org: any value that is not empty.
    parse: () => true,
  },
  debug: {
    flag: '--debug',
    environment: 'CONFORMANCE_DEBUG',
    group: 'Output',
    says: 'show where in the program an error came from',
    commands: ON_ALL,
    parse: last(parseSwitch),
  },
} satisfies Record<string, Option<unknown>>;

/** The name of an option in the table. */
export type OptionName = keyof typeof OPTIONS;

type Read<O> = O extends { parse: (texts: readonly string[]) => infer T } ? T : never;

/** What the options of a command come to: those with a default always have a value. */
export type Values<C extends CommandName> = {
  [K in OptionName as C extends (typeof OPTIONS)[K]['commands'][number] ? K : never]:
    | Read<(typeof OPTIONS)[K]>
    | ((typeof OPTIONS)[K] extends { default: string } ? never : undefined);
};

/** The options that a command takes, in the order of the table. */
export function optionsOf(command: CommandName): [OptionName, Option<unknown>][] {
  const entries = Object.entries(OPTIONS) as [OptionName, Option<unknown>][];
  return entries.filter(([, { commands }]) => commands.includes(command));
}
