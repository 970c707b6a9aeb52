/** Quotes a text as one word for a POSIX shell, if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The command that restores from a journal, with the base URL, because credentials are sent to it.
 */
export function restoreLine(baseUrl: string, journal: string): string {
  return `conformance restore --base-url ${shellWord(baseUrl)} ${shellWord(journal)}`;
}
