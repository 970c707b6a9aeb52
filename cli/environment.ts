import { existsSync, statSync } from 'node:fs';
import { parse } from 'dotenv';
import { nearest } from '../harness/nearest.js';
import type { Option } from './option.js';
import type { Environment } from './options.js';
import { OPTIONS } from './options.js';
import { Refusal, readGiven } from './refusal.js';
import type { Terminal } from './terminal.js';

/** The file of settings in the current directory. */
const FILE = '.env';

const ALL: Option<unknown>[] = Object.values(OPTIONS);

/** Prefix of the environment names of all options. */
const PREFIX = 'CONFORMANCE_';

/** Mode bits that let other users read a file. */
const READABLE_BY_OTHERS = 0o044;

/**
 * Returns the environment of the terminal, then `.env` of the current directory. Warns if other users can
 * read a file with secrets. Throws a Refusal for an unknown name in it: a misspelt setting would be lost.
 */
export function environments(terminal: Terminal): Environment[] {
  const values = readDotEnv();
  if (holdsSecrets(values)) warnOfReaders(terminal);
  refuseUnknown(values);
  return [
    { where: '', values: terminal.environment },
    { where: ' in .env', values },
  ];
}

/** A missing file is no error, nor is a directory of that name (often a Python environment). */
function readDotEnv(): Record<string, string> {
  if (!existsSync(FILE) || statSync(FILE).isDirectory()) return {};
  return parse(readGiven(FILE, 'environment', FILE, 'expected lines NAME=value'));
}

/** A base URL may contain a password, too. */
function holdsSecrets(values: Record<string, string>): boolean {
  const inUrl = values[OPTIONS.baseUrl.environment]?.includes('@') ?? false;
  return (
    inUrl || ALL.some(({ secret, environment }) => secret && environment && values[environment])
  );
}

function refuseUnknown(values: Record<string, string>): void {
  const known = ALL.flatMap(({ environment }) => environment?.slice(PREFIX.length) ?? []);
  for (const name of Object.keys(values)) {
    const own = name.slice(PREFIX.length);
    if (!name.startsWith(PREFIX) || known.includes(own)) continue;
    const [near] = nearest(own, known);
    const hint =
      near === undefined
        ? `expected names such as ${OPTIONS.baseUrl.environment}`
        : `did you mean ${PREFIX}${near}?`;
    throw new Refusal(`unknown option ${name} in ${FILE}; ${hint}`);
  }
}

/** File modes on Windows do not show who may read. */
function warnOfReaders(terminal: Terminal): void {
  const mode = process.platform === 'win32' ? 0 : statSync(FILE).mode & 0o777;
  if ((mode & READABLE_BY_OTHERS) === 0) return;
  terminal.note(
    `${FILE} contains secrets and is readable by other users (mode ${mode.toString(8)}); run chmod 600 ${FILE}`,
  );
}
