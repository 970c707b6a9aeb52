import { existsSync, statSync } from 'node:fs';
import { parse } from 'dotenv';
import { nearest } from '../harness/nearest.js';
import type { Option } from './option.js';
import { type Environment, type Given, OPTIONS, type OptionName } from './options.js';
import { Refusal, readGiven } from './refusal.js';
import type { Terminal } from './terminal.js';

/** The file of settings in the current directory. */
const FILE = '.env';

const ALL: Option<unknown>[] = Object.values(OPTIONS);

/** Prefix of the environment names of all options. */
const PREFIX = 'CONFORMANCE_';

/** The names of options in the environment, without the prefix. */
const KNOWN = ALL.flatMap(({ environment = '' }) =>
  environment.startsWith(PREFIX) ? environment.slice(PREFIX.length) : [],
);

/** The name of a setting, as it stands before its value. */
const NAME = /(?<![A-Z_])CONFORMANCE_[A-Z_]+=/;

/** What this project's own examples export, and `try-client` for a client. */
const EXPORTED: readonly string[] = ['DIR', 'PACKAGE', 'URL', 'VERSION'];

/** What Kubernetes exports for a service whose name begins with `conformance`. */
const OF_KUBERNETES = /(^|_)(SERVICE_HOST$|PORT(_|$))/;

/** Mode bits that let other users read a file. */
const READABLE_BY_OTHERS = 0o044;

/**
 * Returns the environment of the terminal, then `.env` of the current directory. Warns if other users can
 * read a file with secrets. Throws a Refusal for a name in either that is misspelt: the setting would be lost.
 */
export function environments(terminal: Terminal): Environment[] {
  const values = readDotEnv();
  if (holdsSecrets(values)) warnOfReaders(terminal);
  refuseMisspelt(terminal.environment, (text) => terminal.note(text));
  const [unknown] = unknownNames(values);
  if (unknown !== undefined) throw new Refusal(notKnown(unknown, FILE));
  return [
    { where: '', values: terminal.environment },
    { where: ' in .env', values },
  ];
}

/** A missing file is no error, nor is a directory of that name (often a Python environment). */
function readDotEnv(): Record<string, string> {
  if (!existsSync(FILE) || statSync(FILE).isDirectory()) return {};
  const values = parse(readGiven(FILE, 'environment', FILE, 'expected lines NAME=value'));
  // A line was added to a file that does not end with a line break: its value would be printed, and sent.
  const [joined] = Object.entries(values).find(([, value]) => NAME.test(value)) ?? [];
  if (joined === undefined) return values;
  throw new Refusal(
    `${joined} in ${FILE} has the name of another setting in its value; expected each on a line of its own`,
  );
}

/**
 * Notes what .env decides that whoever starts the command may not expect of a file that lies there: where credentials of
 * the environment are sent, and that a run writes. `options` are those of the command.
 */
export function noteOnFile(
  options: readonly OptionName[],
  given: Given,
  [own, file]: readonly Environment[],
  note: (text: string) => void,
): void {
  const isSet = (place: Environment | undefined, name: OptionName) =>
    (place?.values[OPTIONS[name].environment ?? ''] ?? '') !== '';
  const isOfFile = (name: OptionName) =>
    options.includes(name) && given[name] === undefined && !isSet(own, name) && isSet(file, name);
  const secrets = options.filter((name) => {
    const option: Option<unknown> = OPTIONS[name];
    return option.secret && isSet(own, name);
  });
  if (isOfFile('baseUrl') && secrets.length > 0) {
    const names = secrets.map((name) => OPTIONS[name].environment).join(', ');
    note(`${FILE} names the address to which ${names} of the environment is sent`);
  }
  if (isOfFile('allowWrites')) note(`${FILE} allows writes (${OPTIONS.allowWrites.environment})`);
}

/** A base URL may contain a password, too. */
function holdsSecrets(values: Record<string, string>): boolean {
  const inUrl = values[OPTIONS.baseUrl.environment]?.includes('@') ?? false;
  return (
    inUrl || ALL.some(({ secret, environment }) => secret && environment && values[environment])
  );
}

/**
 * Throws a Refusal if a name in an environment is near that of an option. Others are reported in one note: somebody else
 * may have exported them.
 */
export function refuseMisspelt(
  values: Readonly<Record<string, string | undefined>>,
  note: (text: string) => void,
): void {
  const unknown = unknownNames(values).filter((name) => {
    const own = name.slice(PREFIX.length);
    return !EXPORTED.includes(own) && !OF_KUBERNETES.test(own);
  });
  const misspelt = unknown.find((name) => nearestName(name) !== undefined);
  if (misspelt !== undefined) throw new Refusal(notKnown(misspelt, 'the environment'));
  if (unknown.length === 0) return;
  note(`unknown in the environment, and not used: ${unknown.join(', ')}`);
}

/** The names that begin as those of options do, and are none. */
function unknownNames(values: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(values).filter(
    (name) => name.startsWith(PREFIX) && !KNOWN.includes(name.slice(PREFIX.length)),
  );
}

function nearestName(name: string): string | undefined {
  const [near] = nearest(name.slice(PREFIX.length), KNOWN);
  return near === undefined ? undefined : `${PREFIX}${near}`;
}

function notKnown(name: string, where: string): string {
  const near = nearestName(name);
  const hint =
    near === undefined
      ? `expected names such as ${OPTIONS.baseUrl.environment}`
      : `did you mean ${near}?`;
  return `unknown option ${name} in ${where}; ${hint}`;
}

/** File modes on Windows do not show who may read. */
function warnOfReaders(terminal: Terminal): void {
  const mode = process.platform === 'win32' ? 0 : statSync(FILE).mode & 0o777;
  if ((mode & READABLE_BY_OTHERS) === 0) return;
  terminal.note(
    `${FILE} contains secrets and is readable by other users (mode ${mode.toString(8)}); run chmod 600 ${FILE}`,
  );
}
