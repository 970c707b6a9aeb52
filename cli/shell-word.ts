/** A text as a POSIX shell takes it for one word; one of harmless characters stays as it is. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
