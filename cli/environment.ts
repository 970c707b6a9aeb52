import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { causeOf, Refusal } from './refusal.js';

/** A place in which options are named by their environment names. */
export interface Environment {
  /** Where an error says that a value came from: nothing for the process, ` in .env` for the file. */
  where: string;
  values: Record<string, string | undefined>;
}

/** The environment of the process, then `.env` of the current directory; neither is changed. */
export function environments(): Environment[] {
  return [
    { where: '', values: process.env },
    { where: ' in .env', values: readDotEnv('.env') },
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
