import { parsePassword, parseUserName } from './text.js';

/** The value of `--base-url`: the address, and separately the credentials in it. */
export interface BaseUrl {
  /** Without trailing slash, name and password. */
  address: string;
  name?: string;
  password?: string;
  /** The path that was left out, because it is one of the API or of its pages: `/api/1.2/`. */
  page?: string;
}

/** Paths of the API, and of the pages of a project. */
const PAGE = /\/(?:api(?:\/\d+\.\d+(?:\/.*)?)?|project\/[^/]+(?:\/.*)?)\/*$/s;

/**
 * Parses the base URL of an instance: http or https, optionally with a path prefix, a name and a
 * password; or the address of a page of the instance. Throws a RangeError that
 * does not repeat a URL that may contain a password.
 */
export function parseBaseUrl(text: string): BaseUrl {
  // http would send credentials unencrypted, so it must be asked for. Where there is an @, they are in it.
  if (!/:\/\/|@/.test(text) && URL.canParse(`https://${text}`)) {
    throw new RangeError(`expected https://${text} or http://${text}, received "${text}"`);
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new RangeError(`expected a URL such as https://patchwork.example.org${received(text)}`);
  }
  if (url.search !== '' || text.includes('?') || text.includes('#')) {
    throw new RangeError('expected a URL without a query (?…) and without a fragment (#…)');
  }
  // `https://name:1/2@host` has the host `name`, which is certainly a mistake.
  if (url.pathname.includes('@')) {
    throw new RangeError('expected a URL without @ in its path; write / in a password as %2F');
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const [page] = PAGE.exec(url.pathname) ?? [];
  if (page !== undefined) url.pathname = url.pathname.slice(0, -page.length);
  return {
    address: url.href.replace(/(?<!\/)\/+$/, ''),
    page,
    name: username === '' ? undefined : parseUserName(decoded(username)),
    password: password === '' ? undefined : parsePassword(decoded(password)),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RangeError('expected a percent-encoded name and password; write % as %25');
  }
}

function received(text: string): string {
  return text.includes('@') ? '' : `, received "${text}"`;
}
