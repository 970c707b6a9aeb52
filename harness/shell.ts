/** Quotes a text as one word for a POSIX shell, if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The words that start this program where the package is installed as a dependency, for text that is made
 * without the command; npx never downloads anything for them. Without `--`, npx would take options for its own.
 */
export const INSTALLED_PROGRAM = 'npx --no -- patchwork-conformance';

/**
 * The command that restores from a journal, with the base URL, because credentials are sent to it.
 * `program` is how the user starts this program.
 */
export function restoreLine(program: string, baseUrl: string, journal: string): string {
  return `${program} restore --base-url ${shellWord(baseUrl)} ${shellWord(journal)}`;
}
