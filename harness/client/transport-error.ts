import { errors } from 'undici';
import { proxyRefusal } from './proxy.js';

/** Why there is no response. After `connection-lost` the request may have arrived. */
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
 * There was no response: a network error, which is the verdict `error`, never `fail`. `code` is for
 * programs; the message is one line with the cause and the remedy.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly code: TransportCode,
    message: string,
    /** Set for a write: it may have arrived, and only a read tells what it did. */
    readonly isOfWrite = false,
  ) {
    super(message);
  }
}

/** A link leads to another origin than that of `--base-url`; it was not followed. */
export class ForeignOrigin extends Error {
  override readonly name = 'ForeignOrigin';

  constructor(readonly url: string) {
    super(`${url} leads to another host; such links are never followed`);
  }
}

/** The connection ended too early; by error codes of Node and undici. */
const LOST: Record<string, string> = {
  ECONNRESET: 'the connection was reset before the response was complete',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  EPIPE: 'the connection was closed during the request',
};

/** There was no connection. */
const FAILED: Record<string, string> = {
  ECONNREFUSED: 'connection refused (is the server running?)',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the host name could not be resolved (is the network up?)',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate (trust it with --ca FILE)',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed certificate in the chain (trust it with --ca FILE)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate cannot be verified (trust its issuer with --ca FILE)',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the issuer of the certificate is unknown (trust it with --ca FILE; a server has to send the intermediate certificates)',
  UNABLE_TO_GET_ISSUER_CERT: 'the issuer of the certificate is unknown (trust it with --ca FILE)',
  CERT_REVOKED: 'the certificate was revoked',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet (is the clock of this machine right?)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'the server does not speak TLS there (use http: instead of https:?)',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL:
    'the server offers no HTTP/1.1 over TLS, perhaps HTTP/2 only (ALPN); let it offer http/1.1 as well',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'the server has no certificate for this host name',
};

/** The server and Node have no version, cipher or strength of TLS in common. */
const NOTHING_IN_COMMON =
  /^ERR_SSL_.*(?:PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|TOO_SMALL|TOO_WEAK|NO_SHARED|NO_PROTOCOLS|INSUFFICIENT_SECURITY)/;

/** The server asks for a certificate of the client, which there is no option for. */
const CLIENT_CERTIFICATE =
  /^ERR_SSL_.*ALERT_(?:CERTIFICATE_|BAD_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/;

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
  { isProxied = false, isTls = false } = {},
): TransportError {
  const [code, cause] = causeOf(error, timeoutMs, isProxied, isTls);
  return new TransportError(code, `${what}: ${cause}`);
}

function causeOf(
  error: unknown,
  timeoutMs: number,
  isProxied: boolean,
  isTls: boolean,
): [code: TransportCode, cause: string] {
  const code = codeOf(error);
  if (TIMEOUTS.includes(code)) {
    return ['timeout', `no complete response within ${timeoutMs / 1000} s (--timeout)`];
  }
  const message = error instanceof Error ? error.message : String(error);
  // Invalid responses mostly have no error code.
  if (error instanceof errors.HTTPParserError) {
    return ['not-http', `the response is not HTTP (${message})`];
  }
  // undici asserts that a status is at least 100, and not an unrequested 101.
  if (code === 'ERR_ASSERTION') {
    return ['not-http', 'the response is not HTTP (invalid status)'];
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return ['too-long', 'the headers of the response are longer than 16 kB'];
  }
  const refusal = isProxied ? proxyRefusal(error) : undefined;
  if (refusal !== undefined) {
    const hint = refusal.status === 407 ? ': it needs a username and password in its URL' : '';
    return ['proxy-refused', `the proxy refused the connection (status ${refusal.status}${hint})`];
  }
  // Node's own error for a connection that ends during the handshake; one of the system has no `host`.
  if (code === 'ECONNRESET' && error instanceof Error && 'host' in error) {
    return [
      'connection-failed',
      'the connection was closed during the TLS handshake (has the server a certificate for this host name, and is the port right?)',
    ];
  }
  // A server that misses the certificate of a client says so only after the handshake of TLS 1.3.
  if (isTls && error instanceof errors.SocketError && error.socket?.bytesRead === 0) {
    return [
      'connection-lost',
      `${LOST[code]} (a server that requires a certificate of the client does this)`,
    ];
  }
  if (LOST[code] !== undefined) return ['connection-lost', LOST[code]];
  if (FAILED[code] !== undefined) return ['connection-failed', FAILED[code]];
  const tls = tlsCause(code);
  if (tls !== undefined) return ['connection-failed', tls];
  return ['unknown', message.replaceAll('\n', ' ') || code];
}

/** The cause of an error of OpenSSL, which has some hundreds of codes. */
function tlsCause(code: string): string | undefined {
  if (CLIENT_CERTIFICATE.test(code)) {
    return 'the server requires a certificate of the client (use an address without that)';
  }
  // Up to TLS 1.2 also the answer to a client without a certificate.
  if (code.endsWith('HANDSHAKE_FAILURE')) {
    return 'the server refused the handshake of TLS: its versions, ciphers or keys are too old or too weak for Node.js, or it requires a certificate of the client';
  }
  if (NOTHING_IN_COMMON.test(code)) {
    return 'the server offers only versions, ciphers or keys of TLS that Node.js refuses (too old or too weak)';
  }
  if (!/^(?:ERR_SSL_|ERR_TLS_|EPROTO|CERT_|UNABLE_TO_|INVALID_)/.test(code)) return undefined;
  return `TLS failed (${code
    .replace(/^ERR_SSL_/, '')
    .toLowerCase()
    .replaceAll('_', ' ')})`;
}

/** The code of an error or of its cause; a host with several addresses gives an AggregateError. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'TimeoutError') return error.name;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
