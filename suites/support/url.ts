/** Whether a value is a URL. */
export function isUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}

/** Whether the path of a URL ends in a path, with or without its trailing slash. */
export function endsIn(url: string, path: string): boolean {
  return new URL(url).pathname.replace(/(?<!\/)\/*$/, '/').endsWith(path);
}
