import type { Answer } from './client/answer.js';
import { isObject } from './place.js';
import { type Target, urlOf } from './target.js';

/** The longest URL of a collection that is looked at, in characters. */
const LONGEST_URL = 2000;

/**
 * The address that an instance gives itself in the URLs of its roots; undefined if it is that of `--base-url`,
 * or if the URLs do not agree. A server behind a proxy may not know how it is reached.
 */
export function calledAs(roots: readonly Answer[], target: Target): string | undefined {
  const urls = roots.flatMap(({ json }) => (isObject(json) ? Object.values(json) : []));
  const isUsual = (url: unknown): url is string =>
    typeof url === 'string' && url.length <= LONGEST_URL;
  const own = new Set(urls.map((url) => (isUsual(url) ? addressIn(url) : undefined)));
  const [name, ...others] = own;
  return others.length > 0 || name === addressIn(urlOf(target, '/api/')) ? undefined : name;
}

/** Scheme, host and the path before `/api/`; undefined without them, and with user information. */
export function addressIn(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, pathname, username, password } = new URL(url);
  const [, path] = /^(.*?)\/api\//.exec(pathname) ?? [];
  const isHttp = /^https?:$/.test(protocol) && username + password === '';
  return path === undefined || !isHttp ? undefined : origin + path;
}

/** The sentence on an instance that calls itself by another address, with what makes it do so. */
export function calledAsSentence(target: Target, name: string): string {
  return `the instance calls itself ${name} although it was reached at ${urlOf(target)}: check ${causesOf(urlOf(target), name)}; a client that follows its links sends its token there. Its objects are checked at the address given, by their paths`;
}

/** What may make an instance call itself so. Both addresses may come from a stored report, in which they are masked. */
function causesOf(given: string, name: string): string {
  if (!URL.canParse(given) || !URL.canParse(name)) return 'what the proxy passes on';
  const [here, there] = [new URL(given), new URL(name)];
  const causes = [
    here.protocol === there.protocol ? '' : 'X-Forwarded-Proto and SECURE_PROXY_SSL_HEADER',
    here.host === there.host ? '' : 'the Host that the proxy passes on',
    slashless(here.pathname) === slashless(there.pathname)
      ? ''
      : 'SCRIPT_NAME or FORCE_SCRIPT_NAME',
  ].filter((cause) => cause !== '');
  return causes.join(', and ');
}

function slashless(path: string): string {
  return path.replace(/\/$/, '');
}
