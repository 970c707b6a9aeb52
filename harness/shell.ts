/** A text as a POSIX shell takes it for one word; one of harmless characters stays as it is. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The command that puts back what a journal holds. Credentials go to the address that the user names, so it is in it. */
export function restoreLine(baseUrl: string, journal: string): string {
  return `conformance restore --base-url ${shellWord(baseUrl)} ${shellWord(journal)}`;
}
