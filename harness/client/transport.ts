import { constants } from 'node:buffer';
import { rootCertificates } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import type { TargetSettings } from '../settings.js';
import { unpacked } from './content-encoding.js';
import { rowsInFull } from './json-extent.js';
import { proxyAgent, proxyOf } from './proxy.js';
import { Stopped, whyEnded } from './stopped.js';
import { TransportError, transportError } from './transport-error.js';

/** A request, ready to go out. */
export interface Outgoing {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string;
}

/** What came back. */
export interface Incoming {
  status: number;
  headers: Record<string, string | string[]>;
  body: Uint8Array;
}

type TransportSettings = Pick<
  TargetSettings,
  'baseUrl' | 'ca' | 'concurrency' | 'timeoutMs' | 'maxBytes' | 'proxies'
>;

/** How much of a body is read before it is looked at whether enough of a list is there. */
const FIRST_LOOK = 2 ** 18;

/** Sends one request and reads its answer, within the limits of time and size. Keeps connections alive. */
export class Transport {
  readonly #agent: Dispatcher;
  /** Writes get a connection each: one that was kept alive may be closed just as it is used again. */
  readonly #writing: Dispatcher;
  readonly #settings: TransportSettings;
  readonly #stopped = new AbortController();

  constructor(settings: TransportSettings) {
    this.#settings = settings;
    this.#agent = dispatcher(settings, 1);
    this.#writing = dispatcher(settings, 0);
  }

  /** Throws a TransportError if no whole answer came within `timeoutMs`, or if it is too long. */
  async exchange({ method, url, headers, body }: Outgoing): Promise<Incoming> {
    const what = `${method} ${url.pathname}${url.search}`;
    const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method);
    const limit = AbortSignal.timeout(this.#settings.timeoutMs);
    // A write that is under way may have had its effect: its answer is waited for.
    const signal = reads ? AbortSignal.any([limit, this.#stopped.signal]) : limit;
    try {
      const answer = await (reads ? this.#agent : this.#writing).request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: method as Dispatcher.HttpMethod,
        headers,
        signal,
        ...(body === undefined ? {} : { body }),
      });
      const answered = { status: answer.statusCode, headers: present(answer.headers) };
      const coding = answered.headers['content-encoding'];
      const bytes = await this.#read(answer.body, what, coding === undefined);
      return { ...answered, body: await unpacked(bytes, coding, this.#longest, what) };
    } catch (error) {
      if (reads && this.#stopped.signal.aborted) throw new Stopped(whyEnded(this.#stopped.signal));
      if (error instanceof TransportError) throw error;
      const isProxied = proxyOf(this.#settings) !== undefined;
      throw transportError(what, error, this.#settings.timeoutMs, isProxied);
    }
  }

  /** Ends the reads under way and refuses what comes: both throw a Stopped that says why. */
  stop(why?: string): void {
    this.#stopped.abort(why);
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#writing.destroy()]);
  }

  get #longest(): number {
    return Math.min(this.#settings.maxBytes, constants.MAX_STRING_LENGTH);
  }

  /** Reads a body to its end; of a list, if `isPlain`, no more than its rows are looked at. */
  async #read(
    body: AsyncIterable<Uint8Array>,
    what: string,
    isPlain: boolean,
  ): Promise<Uint8Array> {
    const limit = this.#longest;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    let nextLook = FIRST_LOOK;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > limit) {
        const message = `${what}: the answer is longer than ${limit} bytes; it was not read on`;
        throw new TransportError('too-long', message);
      }
      chunks.push(chunk);
      if (!isPlain || bytes < nextLook) continue;
      // Twice as much the next time: however long it is, each byte is looked at twice at the most.
      nextLook = bytes * 2;
      const enough = rowsInFull(Buffer.concat(chunks));
      if (enough !== undefined) return enough;
    }
    return Buffer.concat(chunks);
  }
}

/** Goes by way of the proxies where there are any; what the environment says is asked no second time. */
function dispatcher(settings: TransportSettings, pipelining: number): Dispatcher {
  const { ca, concurrency, timeoutMs, proxies } = settings;
  const proxy = proxyOf(settings);
  const tls = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  const connect = { timeout: timeoutMs, ...tls };
  const usual = {
    connections: concurrency,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining,
    connect,
  };
  if (proxy === undefined) return new Agent(usual);
  return proxyAgent(proxy, proxies?.except ?? '', usual);
}

function present(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | string[]> {
  const seen: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) seen[name] = value;
  }
  return seen;
}
