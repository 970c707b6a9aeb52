/**
 * The command cannot do what it was asked to: wrong usage, or a file that cannot be read or
 * written. Ends the command with status 2. The message is one line that says what was expected,
 * what was received and what to do, and never holds a secret.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Why the operating system refused, in words. */
export function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CAUSES[code] ?? (error instanceof Error ? error.message : String(error));
}

const CAUSES: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the quota is used up',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'the name is too long',
};
