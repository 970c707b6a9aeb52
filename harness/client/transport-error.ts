import { errors } from 'undici';
import { proxyRefusal } from './proxy.js';

/** Why there is no answer. After `connection-lost` the request may have arrived. */
export type TransportCode =
  | 'connection-failed'
  | 'connection-lost'
  | 'timeout'
  | 'proxy-refused'
  | 'not-http'
  | 'bad-encoding'
  | 'too-long'
  | 'unavailable'
  | 'unknown';

/**
 * No answer could be had: the transport's fault, which is the verdict `error`, never `fail`.
 * `code` is for programs; the message is one line that names the cause and what to do.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly code: TransportCode,
    message: string,
  ) {
    super(message);
  }
}

/** A link leads away from the origin of `--base-url`; it was not followed. */
export class ForeignOrigin extends Error {
  override readonly name = 'ForeignOrigin';

  constructor(readonly url: string) {
    super(
      `${url.slice(0, 500)} leads away from the instance; links to elsewhere are never followed`,
    );
  }
}

/** The connection was there and ended too early, by the codes of Node and undici. */
const LOST: Record<string, string> = {
  ECONNRESET: 'the connection was reset before the answer was whole',
  UND_ERR_SOCKET: 'the connection was closed before the answer was whole',
  EPIPE: 'the connection was closed while the request was sent',
};

/** There was no connection. */
const FAILED: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused: nothing listens there',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up (is the network up?)',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (--ca FILE trusts it)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain is self-signed (--ca FILE trusts it)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate cannot be verified (--ca FILE trusts an issuer)',
  CERT_HAS_EXPIRED: 'its certificate has expired; it needs a new one',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet (is the clock of this machine right?)',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host (is this the name that it was made for?)',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there (is it http: instead of https:?)',
};

const TIMEOUTS = [
  'TimeoutError',
  'ABORT_ERR',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];

/** Names the cause of a failed request in one line. `what` names the request. */
export function transportError(
  what: string,
  error: unknown,
  timeoutMs: number,
  isProxied = false,
): TransportError {
  const [code, cause] = causeOf(error, timeoutMs, isProxied);
  const hint = isProxied
    ? ' (HTTPS_PROXY or HTTP_PROXY names a proxy; NO_PROXY goes round it)'
    : '';
  return new TransportError(code, `${what}: ${cause}${hint}`);
}

function causeOf(
  error: unknown,
  timeoutMs: number,
  isProxied: boolean,
): [code: TransportCode, cause: string] {
  const code = codeOf(error);
  if (TIMEOUTS.includes(code)) {
    return ['timeout', `no whole answer within ${timeoutMs / 1000} s (--timeout)`];
  }
  const message = error instanceof Error ? error.message : String(error);
  // It has a code for some of what may be wrong with an answer only.
  if (error instanceof errors.HTTPParserError) {
    return ['not-http', `the answer is not HTTP (${message})`];
  }
  // It takes for granted that a status is 100 or more, and that nobody answers 101 unasked.
  if (code === 'ERR_ASSERTION') {
    return ['not-http', 'the answer is not HTTP (it has a status that no answer may have)'];
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return ['too-long', 'its headers are longer than 16 kB; they were not read on'];
  }
  const refusal = isProxied ? proxyRefusal(error) : undefined;
  if (refusal !== undefined) {
    const hint = refusal.status === 407 ? ': it wants a name and password in its URL' : '';
    return ['proxy-refused', `the proxy refused to connect (status ${refusal.status}${hint})`];
  }
  if (LOST[code] !== undefined) return ['connection-lost', LOST[code]];
  if (FAILED[code] !== undefined) return ['connection-failed', FAILED[code]];
  return ['unknown', message.replace(/\s+/g, ' ') || code];
}

/** The code of an error or of what caused it; a host with several addresses gives an AggregateError. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'TimeoutError') return error.name;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
