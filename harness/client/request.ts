import { authorization, type Credentials, type Role, type Scheme } from '../role.js';
import type { TargetSettings } from '../settings.js';
import { userAgent } from '../tool.js';
import { NotGiven } from '../violation.js';
import type { Answer } from './answer.js';
import type { Body } from './body.js';
import type { WriteMethod } from './permitted-writes.js';

/** A read, without credentials. */
export interface Read {
  role: Role;
  /** Absolute, or relative to the base URL (`/api/1.2/covers/`). */
  url: string;
  method?: 'GET' | 'HEAD' | 'OPTIONS';
  /** Added to the usual headers, or replacing them; an empty value removes a header. */
  headers?: Record<string, string>;
  /** The authentication scheme; by default the token if there is one. */
  scheme?: Scheme;
  /** Spells the name of the scheme in lower case (RFC 9110, section 11.1: it is case-insensitive). */
  lowerCase?: true;
  /** Sends the token of the role, or its password where that is the scheme, without the last character. */
  corrupted?: true;
  /** Sends this as `Authorization` instead of the credentials of the role. */
  authorization?: string;
}

/** Whether a method is one of a read. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** A write, without credentials. */
export interface Write {
  role: Role;
  method: WriteMethod;
  /** Relative to the base URL (`/api/1.2/bundles/`). */
  path: string;
  body: Body;
  /** The authentication scheme; by default the token if there is one. */
  scheme?: Scheme;
  /** Sends this as `Authorization` instead of the credentials of the role. */
  authorization?: string;
  /** Called each time before the write is sent, to save what restoring needs. */
  beforeSending(): void;
  /**
   * Whether a read shows that the write did not arrive; then it is sent again after a refusal of a rate limit.
   * Without it, it is sent once.
   */
  didNotArrive?: () => Promise<boolean>;
  /**
   * Set where only reads tell what it did, and twice does what once does: it is sent again as a read is, if
   * `didNotArrive`, where there is one, says so.
   */
  isRepeatable?: true;
}

/** A response that is not stored. */
export interface UnstoredResponse {
  answer: Answer;
  /** From the request to the end of the response, in milliseconds. */
  ms: number;
  /** Stores a redacted record of its exchange after all, because a result refers to it. */
  keep(): void;
}

/**
 * The headers of a request: the usual ones, those of `--header`, the credentials of its role, and
 * its own, which win. Throws a NotGiven if the role has no credentials for the requested scheme.
 */
export function requestHeaders(
  asked: Omit<Read, 'url' | 'method'>,
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
  { role, scheme, lowerCase, corrupted }: Omit<Read, 'url' | 'method'>,
  { credentials }: Pick<TargetSettings, 'credentials'>,
): string | undefined {
  const wanted = corrupted ? (scheme ?? 'token') : scheme;
  const given = role === 'anonymous' ? undefined : credentials[role];
  const own = corrupted ? shortened(given) : given;
  const signedIn = own && authorization(own, wanted);
  if (wanted !== undefined && signedIn === undefined) {
    const what = wanted === 'token' ? 'token' : 'username and password';
    throw new NotGiven(`no ${what} is configured for the role ${role}`);
  }
  return lowerCase ? signedIn?.replace(/^\w+/, (name) => name.toLowerCase()) : signedIn;
}

function shortened(own: Credentials | undefined): Credentials | undefined {
  return own && { ...own, token: own.token?.slice(0, -1), password: own.password?.slice(0, -1) };
}
