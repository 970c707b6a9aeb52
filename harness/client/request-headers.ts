import { authorization } from '../role.js';
import type { TargetSettings } from '../settings.js';
import { userAgent } from '../tool.js';
import { NotGiven } from '../violation.js';
import type { Read } from './request.js';

/** The parts of a request that its headers depend on. */
type Asked = Pick<
  Read,
  'role' | 'headers' | 'scheme' | 'lowerCase' | 'corrupted' | 'authorization'
>;

/**
 * The headers of a request: the usual ones, those of `--header`, the credentials of its role, and
 * its own, which win. Throws a NotGiven if the role has no credentials for the requested scheme.
 */
export function requestHeaders(
  asked: Asked,
  settings: Pick<TargetSettings, 'headers' | 'userAgent' | 'credentials'>,
): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': settings.userAgent ?? userAgent(),
    accept: 'application/json',
  };
  for (const [name, value] of settings.headers) headers[name.toLowerCase()] = value;
  const signedIn = asked.authorization ?? signingIn(asked, settings);
  if (signedIn !== undefined) headers.authorization = signedIn;
  for (const [name, value] of Object.entries(asked.headers ?? {})) {
    if (value === '') delete headers[name];
    else headers[name] = value;
  }
  return headers;
}

function signingIn(
  { role, scheme, lowerCase, corrupted }: Asked,
  { credentials }: Pick<TargetSettings, 'credentials'>,
): string | undefined {
  const wanted = corrupted ? 'token' : scheme;
  const own = role === 'anonymous' ? undefined : credentials[role];
  const signedIn = own && authorization(own, wanted);
  if (wanted !== undefined && signedIn === undefined) {
    const what = wanted === 'token' ? 'token' : 'username and password';
    throw new NotGiven(`no ${what} is configured for the role ${role}`);
  }
  if (lowerCase) return signedIn?.replace(/^\w+/, (name) => name.toLowerCase());
  return corrupted ? signedIn?.slice(0, -1) : signedIn;
}
