/** Quotes a text as one word for a POSIX shell, if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The words that start this program where the package is installed as a dependency, for text that is made
 * without the command; npx never downloads anything for them. Without `--`, npx would take options for its own.
 */
export const INSTALLED_PROGRAM = 'npx --no -- patchwork-conformance';
