/**
 * Reads the base URL of an instance: http or https, with a path prefix or without, and nothing
 * else. Returns it without a trailing slash. Throws a RangeError that says what is wrong; it
 * repeats nothing of a URL that may hold a password.
 */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new RangeError(`expected a URL such as https://patchwork.example.org${received(text)}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new RangeError(
      'expected a URL without a user name or a password in it; a role of the instance signs in with --user-name and --user-password, a gate before it is passed with --header',
    );
  }
  if (url.search !== '' || text.includes('?') || text.includes('#')) {
    throw new RangeError('expected a URL without a query (?…) and without a fragment (#…)');
  }
  const base = url.href.replace(/\/+$/, '');
  const beforeApi = /^(.*)\/api(?:\/\d+\.\d+)?$/.exec(base)?.[1];
  if (beforeApi !== undefined) {
    throw new RangeError(`expected the part before /api: ${beforeApi}`);
  }
  return base;
}

function received(text: string): string {
  return text.includes('@') ? '' : `, received "${text}"`;
}
