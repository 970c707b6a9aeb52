import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';

/**
 * Wrong usage, or a file that cannot be read or written. Ends the command with status 2. The message is
 * one line: what is wrong, what was expected, what to do. It never contains a secret.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Runs `work`. An error of the class becomes a Refusal, whose message is made of the cause. */
export function refusing<T>(
  expected: abstract new (...args: never[]) => Error,
  work: () => T,
  says: (cause: string) => string,
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof expected)) throw error;
    throw new Refusal(says(causeOf(error)));
  }
}

/** The current directory. Throws a Refusal if it is gone: Node's own functions throw then as well. */
export function currentFolder(): string {
  return refusing(
    Error,
    () => process.cwd(),
    (cause) => `the current directory cannot be used (${cause}); change to one that exists`,
  );
}

/** Reads a file that the user names. Throws a Refusal that calls it `name`, and says what was expected. */
export function readGiven(
  path: string,
  kind: keyof typeof LONGEST_FILE,
  name: string,
  expected: string,
): string {
  return refusing(
    Error,
    () => readTextFile(path, LONGEST_FILE[kind]),
    (cause) => `${name} cannot be read: ${cause}; ${expected}`,
  );
}

/** Returns the cause of an operating system error as text. */
export function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CAUSES[code] ?? (error instanceof Error ? error.message : String(error));
}

const CAUSES: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'a part of the path is not a directory',
  EISDIR: 'it is a directory',
  ENOSPC: 'no space left on device',
  EDQUOT: 'disk quota exceeded',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'the name is too long',
};
