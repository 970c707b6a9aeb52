import { parsePassword, parseUserName } from './text.js';

/** What `--base-url` gives: the address, and apart from it who signs in there. */
export interface BaseUrl {
  /** Without a trailing slash, without a name and without a password. */
  address: string;
  name?: string;
  password?: string;
}

/**
 * Reads the base URL of an instance: http or https, with a path prefix or without, and a name and a
 * password, which are taken out of it. Throws a RangeError that says what is wrong; it repeats
 * nothing of a URL that may hold a password.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new RangeError(`expected a URL such as https://patchwork.example.org${received(text)}`);
  }
  if (url.search !== '' || text.includes('?') || text.includes('#')) {
    throw new RangeError('expected a URL without a query (?…) and without a fragment (#…)');
  }
  // `https://name:1/2@host` is an address at the host `name`, and is never meant so.
  if (url.pathname.includes('@')) {
    throw new RangeError(
      'expected a URL without @ in its path; in a password before the host, / is written %2F',
    );
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const address = url.href.replace(/\/+$/, '');
  const beforeApi = /^(.*)\/api(?:\/\d+\.\d+)?$/.exec(address)?.[1];
  if (beforeApi !== undefined) {
    throw new RangeError(`expected the part before /api: ${beforeApi}`);
  }
  return {
    address,
    ...(username === '' ? {} : { name: parseUserName(decoded(username)) }),
    ...(password === '' ? {} : { password: parsePassword(decoded(password)) }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RangeError(
      'expected a name and a password in UTF-8, percent-encoded; a % of their own is written %25',
    );
  }
}

function received(text: string): string {
  return text.includes('@') ? '' : `, received "${text}"`;
}
