import { constants } from 'node:buffer';
import { rootCertificates } from 'node:tls';
import { Agent, type Dispatcher, request as send } from 'undici';
import type { TargetSettings } from '../settings.js';
import { Stopped, TransportError, transportError } from './transport-error.js';

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

type TransportSettings = Pick<TargetSettings, 'ca' | 'concurrency' | 'timeoutMs' | 'maxBytes'>;

/** Sends one request and reads its answer, within the limits of time and size. Keeps connections alive. */
export class Transport {
  readonly #agent: Dispatcher;
  /** Writes get a connection each: one that was kept alive may be closed just as it is used again. */
  readonly #writing: Dispatcher;
  readonly #settings: TransportSettings;
  readonly #stopped = new AbortController();

  constructor(settings: TransportSettings) {
    this.#settings = settings;
    const usual = {
      connections: settings.concurrency,
      headersTimeout: settings.timeoutMs,
      bodyTimeout: settings.timeoutMs,
      connect: {
        timeout: settings.timeoutMs,
        ...(settings.ca === undefined ? {} : { ca: [...rootCertificates, settings.ca] }),
      },
    };
    this.#agent = new Agent({ ...usual, pipelining: 1 });
    this.#writing = new Agent({ ...usual, pipelining: 0 });
  }

  /** Throws a TransportError if no whole answer came within `timeoutMs`, or if it is too long. */
  async exchange({ method, url, headers, body }: Outgoing): Promise<Incoming> {
    const what = `${method} ${url.pathname}${url.search}`;
    const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method);
    const limit = AbortSignal.timeout(this.#settings.timeoutMs);
    // A write that is under way may have had its effect: its answer is waited for.
    const signal = reads ? AbortSignal.any([limit, this.#stopped.signal]) : limit;
    try {
      const answer = await send(url, {
        dispatcher: reads ? this.#agent : this.#writing,
        method: method as Dispatcher.HttpMethod,
        headers,
        signal,
        ...(body === undefined ? {} : { body }),
      });
      const answered = { status: answer.statusCode, headers: present(answer.headers) };
      return { ...answered, body: await this.#read(answer.body, what) };
    } catch (error) {
      if (reads && this.#stopped.signal.aborted) throw new Stopped();
      if (error instanceof TransportError) throw error;
      throw transportError(what, error, this.#settings.timeoutMs);
    }
  }

  /** Ends the reads under way and refuses what comes: both throw a Stopped. */
  stop(): void {
    this.#stopped.abort();
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#writing.destroy()]);
  }

  async #read(body: AsyncIterable<Uint8Array>, what: string): Promise<Uint8Array> {
    const limit = Math.min(this.#settings.maxBytes, constants.MAX_STRING_LENGTH);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > limit) {
        throw new TransportError(
          `${what}: the answer is longer than ${limit} bytes; it was not read on`,
        );
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
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
