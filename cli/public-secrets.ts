import type { OpenSettings } from '../harness/public-texts.js';
import { Redaction } from '../harness/redaction.js';
import {
  type Credentials,
  credentialName,
  SIGNED_IN_ROLES,
  type SignedInRole,
} from '../harness/role.js';
import type { Proxies, TargetSettings } from '../harness/settings.js';
import { Refusal } from './refusal.js';

/** A secret is public. The message is of our own words: masked it might not name the variable any more. */
export class PublicSecret extends Refusal {}

/** The name of the variable that holds a part of the credentials of a role. */
export type NameOf = (role: SignedInRole, part: keyof Credentials) => string;

/**
 * Throws a PublicSecret if a token or a password is part of what every report shows: masked there, it would be given away,
 * and commands that a report prints would not work. It is found as reports find it.
 */
export function refusePublicSecrets(
  credentials: TargetSettings['credentials'],
  open: OpenSettings,
  nameOf: NameOf = credentialName,
): void {
  for (const role of SIGNED_IN_ROLES) {
    const { token, name = '', password } = credentials[role] ?? {};
    const ofToken = placeOf({ credentials: { [role]: { token } } }, open);
    if (ofToken !== undefined) refuse(nameOf(role, 'token'), ofToken, 'use another token');
    const ofPassword = placeOf({ credentials: { [role]: { name, password } } }, open);
    if (ofPassword !== undefined) {
      refuse(nameOf(role, 'password'), ofPassword, 'use a token, or change it');
    }
  }
}

/** The same for the passwords of proxies. */
export function refusePublicProxies(proxies: Proxies | undefined, open: OpenSettings): void {
  for (const [scheme, variable] of [
    ['http', 'HTTP_PROXY'],
    ['https', 'HTTPS_PROXY'],
  ] as const) {
    const proxy: Proxies = { [scheme]: proxies?.[scheme] };
    const place = placeOf({ credentials: {}, proxies: proxy }, open);
    if (place !== undefined) refuse(`the password in ${variable}`, place, 'change it');
  }
}

/** The note on values of `--header` that are public; undefined if none is. */
export function noteOnHeaders(
  settings: Pick<TargetSettings, 'headers'> & OpenSettings,
): string | undefined {
  const { publicHeaders } = new Redaction({ ...settings, credentials: {}, showEmails: true });
  if (publicHeaders.length === 0) return undefined;
  return `--header: what is sent as ${publicHeaders.join(' and ')} is also part of the base URL or of the paths and names of the API: it is no secret, and not masked there`;
}

function placeOf(
  secrets: Pick<TargetSettings, 'credentials' | 'proxies'>,
  open: OpenSettings,
): string | undefined {
  return new Redaction({ ...secrets, headers: [], showEmails: true }).publicPlace(open);
}

function refuse(variable: string, place: string, advice: string): never {
  throw new PublicSecret(
    `${variable}: its value is also part of ${place}, where no report can mask it; ${advice}`,
  );
}
