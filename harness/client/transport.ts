import { constants } from 'node:buffer';
import { rootCertificates } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import type { Redaction } from '../redaction.js';
import type { TargetSettings } from '../settings.js';
import type { Target } from '../target.js';
import { codingsOf, unpacked } from './content-encoding.js';
import { proxyAgent, proxyOf } from './proxy.js';
import { type ReceivedBody, receiveBody } from './receive-body.js';
import type { Sent } from './recorder.js';
import { isRead } from './request.js';
import { Stopped, whyEnded } from './stopped.js';
import { TransportError, transportError } from './transport-error.js';

/** A received response. */
export interface Incoming {
  status: number;
  headers: Record<string, string | string[]>;
  /** The names of the headers as spelt in the response. */
  headerNames: string[];
  body: ReceivedBody;
}

type TransportSettings = Target &
  Pick<TargetSettings, 'ca' | 'concurrency' | 'timeoutMs' | 'maxBytes' | 'proxies'>;

/** Sends requests and reads responses, within limits of time and size. Keeps connections alive. */
export class Transport {
  readonly #agent: Dispatcher;
  /** Each write gets a connection of its own: a kept-alive one may be closed when it is reused. */
  readonly #writing: Dispatcher;
  readonly #settings: TransportSettings;
  #stopped = new AbortController();

  constructor(
    settings: TransportSettings,
    private readonly redaction: Redaction,
  ) {
    this.#settings = settings;
    this.#agent = dispatcher(settings, 1);
    this.#writing = dispatcher(settings, 0);
  }

  /**
   * Throws a TransportError if there is no complete response within `timeoutMs`, or if it is too
   * long.
   */
  async exchange(method: string, url: URL, { headers, body }: Sent): Promise<Incoming> {
    const what = `${method} ${url.pathname}${url.search}`;
    const reads = isRead(method);
    const limit = AbortSignal.timeout(this.#settings.timeoutMs);
    // A pending write may take effect, so its response is awaited.
    const stopped = this.#stopped.signal;
    const signal = reads ? AbortSignal.any([limit, stopped]) : limit;
    try {
      const answer = await (reads ? this.#agent : this.#writing).request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: method as Dispatcher.HttpMethod,
        headers: Object.fromEntries(Object.entries(headers).map(sendable)),
        // Some clients compare the names of headers case-sensitively, so their spelling is kept.
        responseHeaders: 'raw',
        signal,
        body,
      });
      const answered = { status: answer.statusCode, ...headersOf(answer.headers) };
      const codings = codingsOf(answered.headers['content-encoding']);
      const received = await receiveBody(unpacked(answer.body, codings, what), {
        maxBytes: Math.min(this.#settings.maxBytes, constants.MAX_STRING_LENGTH),
        what,
        codings,
      });
      return { ...answered, body: received };
    } catch (error) {
      if (reads && stopped.aborted) throw new Stopped(whyEnded(stopped));
      const how = {
        isProxied: proxyOf(this.#settings) !== undefined,
        isTls: url.protocol === 'https:',
      };
      const { code, message } =
        error instanceof TransportError
          ? error
          : transportError(what, error, this.#settings.timeoutMs, how);
      // It names the URL, which may contain a secret.
      throw new TransportError(code, this.redaction.text(message));
    }
  }

  /** Aborts pending reads and refuses later ones: both throw a Stopped with the reason. */
  stop(why?: string): void {
    this.#stopped.abort(why);
  }

  /** Takes requests again after a stop. */
  restart(): void {
    this.#stopped = new AbortController();
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#writing.destroy()]);
  }
}

/** Uses the configured proxy; the environment is not read again. */
function dispatcher(settings: TransportSettings, pipelining: number): Dispatcher {
  const { ca, concurrency, timeoutMs } = settings;
  const proxy = proxyOf(settings);
  const trusted = ca === undefined ? undefined : [...rootCertificates, ca];
  const usual = {
    connections: concurrency,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining,
    connect: { timeout: timeoutMs, ca: trusted },
  };
  if (proxy === undefined) return new Agent(usual);
  return proxyAgent(proxy, usual);
}

/** Raw headers are an array of names and values in turn, contrary to their type in undici. */
function headersOf(raw: unknown): Pick<Incoming, 'headers' | 'headerNames'> {
  const headers = new Map<string, string | string[]>();
  const headerNames: string[] = [];
  const list = Array.isArray(raw) ? raw.map(String) : [];
  for (let index = 0; index + 1 < list.length; index += 2) {
    const [spelt = '', value = ''] = list.slice(index, index + 2);
    const name = spelt.toLowerCase();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : [before, value].flat());
    headerNames.push(spelt);
  }
  return { headers: Object.fromEntries(headers), headerNames };
}

/** A header as it can be sent: letters beyond Latin 1 as the bytes of UTF-8, no control characters. */
function sendable([name, value]: [string, string]): [string, string] {
  // All but the tab: they end a header, or the request.
  const plain = value.replace(/(?!\t)\p{Cc}/gu, '?');
  const isLatin = !/[\u0100-\uffff]/.test(plain);
  return [name, isLatin ? plain : Buffer.from(plain, 'utf8').toString('latin1')];
}
