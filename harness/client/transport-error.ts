/**
 * No answer could be had: the transport's fault, which is the verdict `error`, never `fail`.
 * The message is one line that names the cause and what to do.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError';
}

/** What ended a run early, where nothing else is known to have. */
const INTERRUPTED = 'the run was interrupted';

/** The run was ended before this was asked for. `why` is what ended it, in words. */
export class Stopped extends Error {
  override readonly name = 'Stopped';

  constructor(readonly why = INTERRUPTED) {
    super(`${why} before this was judged`);
  }
}

/** What ended a run early, in words: the reason of the signal where that is a text. */
export function whyEnded({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : INTERRUPTED;
}

/** A link leads away from the origin of `--base-url`; it was not followed. */
export class ForeignOrigin extends Error {
  override readonly name = 'ForeignOrigin';

  constructor(readonly url: string) {
    super(`${url} leads away from the instance; links to elsewhere are never followed`);
  }
}

const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused: nothing listens there',
  ECONNRESET: 'the connection was reset before the answer was whole',
  UND_ERR_SOCKET: 'the connection was closed before the answer was whole',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up (is the network up?)',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  EPIPE: 'the connection was closed while the request was sent',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (--ca FILE trusts it)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain is self-signed (--ca FILE trusts it)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate cannot be verified (--ca FILE trusts an issuer)',
  UND_ERR_HEADERS_OVERFLOW: 'its headers are longer than 16 kB; they were not read on',
  CERT_HAS_EXPIRED: 'its certificate has expired; it needs a new one',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet (is the clock of this machine right?)',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host (is this the name that it was made for?)',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there (is it http: instead of https:?)',
};

/** Names the cause of a failed request in one line. `what` names the request. */
export function transportError(what: string, error: unknown, timeoutMs: number): TransportError {
  const code = codeOf(error);
  if (code === 'ABORT_ERR' || code === 'TimeoutError' || code.includes('TIMEOUT')) {
    return new TransportError(`${what}: no whole answer within ${timeoutMs / 1000} s (--timeout)`);
  }
  const message = error instanceof Error ? error.message : String(error);
  // Its code is there for some of what may be wrong with an answer only.
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return new TransportError(`${what}: the answer is not HTTP (${message})`);
  }
  const refusal = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(
    message,
  );
  if (refusal !== null) {
    const status = refusal[1] ?? refusal[2];
    const hint = status === '407' ? ': it wants a name and password in its URL' : '';
    return new TransportError(`${what}: the proxy refused to connect (status ${status}${hint})`);
  }
  return new TransportError(`${what}: ${CAUSES[code] ?? (message || code)}`);
}

/** The code of an error or of what caused it; a host with several addresses gives an AggregateError. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'TimeoutError') return error.name;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
