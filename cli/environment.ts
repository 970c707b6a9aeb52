import { statSync } from 'node:fs';
import { parse } from 'dotenv';
import { nearest } from '../harness/nearest.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import type { Option } from './option.js';
import type { Environment } from './options.js';
import { OPTIONS } from './options.js';
import { causeOf, Refusal } from './refusal.js';
import type { Terminal } from './terminal.js';

/** Prefix of the environment names of all options. */
const PREFIX = 'CONFORMANCE_';

/** Mode bits that let other users read a file. */
const READABLE_BY_OTHERS = 0o044;

/**
 * Returns the environment of the terminal, then `.env` of the current directory. Warns if other users can
 * read a file with secrets. Throws a Refusal for an unknown name in it: a misspelt setting would be lost.
 */
export function environments(terminal: Terminal): Environment[] {
  const values = readDotEnv('.env');
  if (holdsSecrets(values)) warnOfReaders('.env', terminal);
  refuseUnknown(values, '.env');
  return [
    { where: '', values: terminal.environment },
    { where: ' in .env', values },
  ];
}

/** A missing file is no error, nor is a directory of that name (often a Python environment). */
function readDotEnv(path: string): Record<string, string> {
  try {
    return parse(readTextFile(path, LONGEST_FILE.environment));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR') return {};
    throw new Refusal(`.env cannot be read: ${causeOf(error)}`);
  }
}

/** A base URL may contain a password, too. */
function holdsSecrets(values: Record<string, string>): boolean {
  const options: Option<unknown>[] = Object.values(OPTIONS);
  const inUrl = values[OPTIONS.baseUrl.environment]?.includes('@') ?? false;
  return (
    inUrl || options.some(({ secret, environment }) => secret && environment && values[environment])
  );
}

function refuseUnknown(values: Record<string, string>, path: string): void {
  const options: Option<unknown>[] = Object.values(OPTIONS);
  const known = options.flatMap(({ environment }) => environment?.slice(PREFIX.length) ?? []);
  for (const name of Object.keys(values)) {
    const own = name.slice(PREFIX.length);
    if (!name.startsWith(PREFIX) || known.includes(own)) continue;
    const [near] = nearest(own, known);
    const hint =
      near === undefined
        ? `expected names such as ${OPTIONS.baseUrl.environment}`
        : `did you mean ${PREFIX}${near}?`;
    throw new Refusal(`unknown option ${name} in ${path}; ${hint}`);
  }
}

/** File modes on Windows do not show who may read. */
function warnOfReaders(path: string, terminal: Terminal): void {
  const mode = process.platform === 'win32' ? 0 : statSync(path).mode & 0o777;
  if ((mode & READABLE_BY_OTHERS) === 0) return;
  terminal.note(
    `${path} contains secrets and is readable by other users (mode ${mode.toString(8)}); run chmod 600 ${path}`,
  );
}
