/** The variables of a file that `--write-env` wrote, whose values hold no quotes. */
export function environmentOf(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^(\w+)='([^']*)'$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}
