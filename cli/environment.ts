import { readFileSync, statSync } from 'node:fs';
import { parse } from 'dotenv';
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

/** The bits of a file's mode that let others than its owner read it. */
const READABLE_BY_OTHERS = 0o044;

/**
 * The environment of the process, then `.env` of the current directory; neither is changed. Warns of
 * a file that holds secrets and that others can read.
 */
export function environments(): Environment[] {
  const values = readDotEnv('.env');
  if (holdsSecrets(values)) warnOfReaders('.env');
  return [
    { where: '', values: process.env },
    { where: ' in .env', values },
  ];
}

/** No such file, or a folder of that name (a Python environment is often called so), is no error. */
function readDotEnv(path: string): Record<string, string> {
  try {
    return parse(readFileSync(path, 'utf8'));
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

/** The modes of Windows say nothing of who may read. */
function warnOfReaders(path: string): void {
  const mode = process.platform === 'win32' ? 0 : statSync(path).mode & 0o777;
  if ((mode & READABLE_BY_OTHERS) === 0) return;
  note(
    `${path} holds secrets, and other users of this machine can read it (mode ${mode.toString(8)}); chmod 600 ${path} ends that`,
  );
}
