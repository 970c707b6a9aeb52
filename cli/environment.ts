import { statSync } from 'node:fs';
import { parse } from 'dotenv';
import { nearNames } from '../analysis/client-profile/near-names.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import type { Option } from './option.js';
import { OPTIONS } from './options.js';
import { note } from './output.js';
import { causeOf, Refusal } from './refusal.js';

/** A place in which options are named by their environment names. */
export interface Environment {
  /** Where an error says that a value came from: nothing for the process, ` in .env` for the file. */
  where: string;
  values: Record<string, string | undefined>;
}

/** What the names of all options begin with in the environment. */
const PREFIX = 'CONFORMANCE_';

/** The bits of a file's mode that let others than its owner read it. */
const READABLE_BY_OTHERS = 0o044;

/**
 * The environment of the process, then `.env` of the current directory; neither is changed. Warns of
 * a file that holds secrets and that others can read, and of a name in it that is misspelt.
 */
export function environments(): Environment[] {
  const values = readDotEnv('.env');
  if (holdsSecrets(values)) warnOfReaders('.env');
  warnOfUnknown(values, '.env');
  return [
    { where: '', values: process.env },
    { where: ' in .env', values },
  ];
}

/** No such file, or a folder of that name (a Python environment is often called so), is no error. */
function readDotEnv(path: string): Record<string, string> {
  try {
    return parse(readTextFile(path, LONGEST_FILE.environment));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR') return {};
    throw new Refusal(`.env cannot be read: ${causeOf(error)}`);
  }
}

/** A base URL may hold a password too. */
function holdsSecrets(values: Record<string, string>): boolean {
  const options: Option<unknown>[] = Object.values(OPTIONS);
  const inUrl = values[OPTIONS.baseUrl.environment]?.includes('@') ?? false;
  return inUrl || options.some(({ secret, environment }) => secret && values[environment]);
}

/** An account or a limit under a misspelt name would be missing without a word. */
function warnOfUnknown(values: Record<string, string>, path: string): void {
  const known = Object.values(OPTIONS).map(({ environment }) => environment.slice(PREFIX.length));
  for (const name of Object.keys(values)) {
    const own = name.slice(PREFIX.length);
    if (!name.startsWith(PREFIX) || known.includes(own)) continue;
    const near = nearNames(own, known).map((each) => PREFIX + each);
    const hint =
      near.length > 0
        ? `did you mean ${near.join(' or ')}?`
        : `expected names such as ${OPTIONS.baseUrl.environment}`;
    note(`${name} in ${path} names no option; ${hint}`);
  }
}

/** The modes of Windows say nothing of who may read. */
function warnOfReaders(path: string): void {
  const mode = process.platform === 'win32' ? 0 : statSync(path).mode & 0o777;
  if ((mode & READABLE_BY_OTHERS) === 0) return;
  note(
    `${path} holds secrets, and other users of this machine can read it (mode ${mode.toString(8)}); chmod 600 ${path} ends that`,
  );
}
