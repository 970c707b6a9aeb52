import { Redaction } from '../redaction.js';
import type { Exchange, Traffic } from '../report.js';
import { authorization, type Role, type Scheme } from '../role.js';
import type { TargetSettings } from '../settings.js';
import { userAgent } from '../tool.js';
import { Inconclusive } from '../violation.js';
import { type Answer, header, readBody } from './answer.js';
import { curlLine } from './curl.js';
import { Pace } from './pace.js';
import { type Incoming, type Outgoing, Transport } from './transport.js';
import { ForeignOrigin, TransportError } from './transport-error.js';

/** The longest body that is kept as evidence, in characters. */
const EVIDENCE_LIMIT = 4000;

/** More than the longest secret, in characters. */
const MARGIN = 1000;

/** How often a read is asked again after 429 or 503 with a Retry-After. */
const MOST_RETRIES = 2;

/** A read, before the role's credentials are added. */
export interface Read {
  role: Role;
  /** Absolute, or relative to the base URL (`/api/1.2/covers/`). */
  url: string;
  method?: 'GET' | 'HEAD' | 'OPTIONS';
  /** Added to, or put in place of, the usual headers; an empty value leaves a header out. */
  headers?: Record<string, string>;
  /** Sign in by this scheme rather than by token where both are given. */
  scheme?: Scheme;
  /** Signs in with the role's own token short of its last character, to see it refused. */
  spoiled?: true;
  /** Sends this as `Authorization` in place of the role's own, to see it refused. */
  authorization?: string;
}

/**
 * The one way to the network. It adds the credentials of the role, keeps to the origin of the
 * instance, keeps the pace, shares identical reads, counts, and keeps a redacted record of every
 * exchange.
 */
export class Client {
  readonly redaction: Redaction;
  readonly #settings: TargetSettings;
  readonly #base: URL;
  readonly #transport: Transport;
  readonly #pace: Pace;
  readonly #reads = new Map<string, Promise<Answer>>();
  readonly #exchanges = new Map<number, Exchange>();
  readonly #traffic: Traffic = { requests: 0, bytes: 0, byMethod: {} };
  #last: number;

  /** `firstExchange` is the number of the first exchange; a client that goes on where another ended takes the next. */
  constructor(settings: TargetSettings, firstExchange = 1) {
    this.#settings = settings;
    this.#base = new URL(settings.baseUrl);
    this.redaction = new Redaction(settings);
    this.#transport = new Transport(settings);
    this.#pace = new Pace(settings);
    this.#last = firstExchange - 1;
  }

  /** What has gone over the wire so far. */
  get traffic(): Traffic {
    return { ...this.#traffic, byMethod: { ...this.#traffic.byMethod } };
  }

  /**
   * Reads a URL. Identical reads (role, URL, headers) are asked once and shared. Redirects are not
   * followed. Throws a ForeignOrigin for a URL outside the instance and a TransportError where no
   * answer could be had.
   */
  read(read: Read): Promise<Answer> {
    const url = this.#resolve(read.url);
    const key = keyOf(read, url);
    const shared = this.#reads.get(key);
    if (shared !== undefined) return shared;
    const answer = this.#ask(read, url);
    this.#reads.set(key, answer);
    return answer;
  }

  /** Takes over an answer that another client had, so that it need not be asked again. */
  adopt(answer: Answer, exchange: Exchange): void {
    const key = keyOf({ role: answer.role, url: answer.url }, new URL(answer.url));
    this.#reads.set(key, Promise.resolve(answer));
    this.#exchanges.set(exchange.n, exchange);
  }

  /** The redacted record of an exchange. */
  exchange(n: number): Exchange | undefined {
    return this.#exchanges.get(n);
  }

  /** Ends the run: what is under way and what is still asked for throws a Stopped. */
  stop(): void {
    this.#transport.stop();
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  /** "refuses to leave the origin of --base-url with or without credentials". */
  #resolve(url: string): URL {
    const text = url.startsWith('/') ? this.#base.href.replace(/\/$/, '') + url : url;
    const foreign = () => new ForeignOrigin(this.redaction.text(url));
    if (!URL.canParse(text)) throw foreign();
    const resolved = new URL(text);
    // The origin of a `blob:` URL is that of the address inside it.
    const sameOrigin =
      resolved.protocol === this.#base.protocol && resolved.origin === this.#base.origin;
    if (!sameOrigin || resolved.username !== '' || resolved.password !== '') throw foreign();
    return resolved;
  }

  async #ask(read: Read, url: URL): Promise<Answer> {
    for (let retries = 0; ; retries += 1) {
      const answer = await this.#pace.inTurn(() => this.#patiently(read, url));
      const wait = answer.status === 429 || answer.status === 503;
      if (!wait || header(answer, 'retry-after') === undefined || retries === MOST_RETRIES) {
        return answer;
      }
      await this.#pace.holdBack(header(answer, 'retry-after'));
    }
  }

  /** A kept-alive connection may be closed just as it is used again: a read is then repeated once. */
  async #patiently(read: Read, url: URL): Promise<Answer> {
    try {
      return await this.#once(read, url);
    } catch (error) {
      if (!(error instanceof TransportError) || !error.message.includes('connection was'))
        throw error;
      if (error.message.includes('refused')) throw error;
      return this.#once(read, url);
    }
  }

  async #once(read: Read, url: URL): Promise<Answer> {
    const method = read.method ?? 'GET';
    const headers = this.#headers(read);
    this.#traffic.requests += 1;
    this.#traffic.byMethod[method] = (this.#traffic.byMethod[method] ?? 0) + 1;
    const startedAt = performance.now();
    const incoming = await this.#exchange({ method, url, headers });
    const ms = Math.round(performance.now() - startedAt);
    this.#traffic.bytes += incoming.bytes;
    this.#last += 1;
    const answer: Answer = {
      exchange: this.#last,
      role: read.role,
      method,
      url: url.href,
      status: incoming.status,
      headers: incoming.headers,
      ...readBody(incoming.text),
    };
    this.#record(answer, headers, ms);
    return answer;
  }

  /** The message of an error names the URL, and an instance may have put a secret into it. */
  async #exchange(outgoing: Outgoing): Promise<Incoming> {
    try {
      return await this.#transport.exchange(outgoing);
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      throw new TransportError(this.redaction.text(error.message));
    }
  }

  #headers(read: Read): Record<string, string> {
    const headers: Record<string, string> = {
      'user-agent': userAgent(),
      accept: 'application/json',
    };
    for (const [name, value] of this.#settings.headers) headers[name.toLowerCase()] = value;
    const credentials =
      read.role === 'anonymous' ? undefined : this.#settings.credentials[read.role];
    const signedIn = credentials && authorization(credentials, read.scheme);
    if (read.scheme !== undefined && signedIn === undefined) {
      const what = read.scheme === 'token' ? 'token' : 'name and password';
      throw new Inconclusive(`no ${what} for the role ${read.role}`);
    }
    if (signedIn !== undefined) headers.authorization = signedIn;
    if (read.spoiled && signedIn !== undefined) headers.authorization = signedIn.slice(0, -1);
    if (read.authorization !== undefined) headers.authorization = read.authorization;
    for (const [name, value] of Object.entries(read.headers ?? {})) {
      if (value === '') delete headers[name];
      else headers[name] = value;
    }
    return headers;
  }

  /** Redaction comes before storage: what is kept holds no secret. */
  #record(answer: Answer, sent: Record<string, string>, ms: number): void {
    const clean = (text: string) => this.redaction.text(text);
    const role = answer.role;
    const headers = this.redaction.headers(Object.entries(sent), role);
    const request = { method: answer.method, url: clean(answer.url), headers };
    const received: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(answer.headers)) {
      received[clean(name)] = Array.isArray(value) ? value.map(clean) : clean(value);
    }
    this.#exchanges.set(answer.exchange, {
      n: answer.exchange,
      role,
      request,
      response: { status: answer.status, headers: received, body: this.#evidence(answer.text) },
      ms,
      curl: curlLine(request),
    });
  }

  /**
   * The beginning of a body, redacted. It is cleaned before it is cut, with a margin that is cut off
   * again: of a secret or an address that the first cut halves, nothing may stay.
   */
  #evidence(text: string): string {
    const head = this.redaction.text(text.slice(0, EVIDENCE_LIMIT + MARGIN));
    const whole = text.length <= EVIDENCE_LIMIT + MARGIN;
    if (whole && head.length <= EVIDENCE_LIMIT) return head;
    const kept = whole ? head : head.slice(0, -MARGIN);
    return `${kept.slice(0, EVIDENCE_LIMIT)}… (cut: ${text.length} characters in all)`;
  }
}

function keyOf(read: Read, url: URL): string {
  const { role, method = 'GET', headers = {}, scheme, spoiled, authorization: sent } = read;
  return JSON.stringify([role, method, url.href, headers, scheme, spoiled, sent]);
}
