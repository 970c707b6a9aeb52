import { Redaction } from '../redaction.js';
import type { Exchange, Traffic } from '../report.js';
import type { TargetSettings } from '../settings.js';
import type { Answer } from './answer.js';
import { type Body, encoded } from './body.js';
import { ForbiddenWrite, type PermittedWrites } from './permitted-writes.js';
import { RateLimiter } from './rate-limiter.js';
import { Recorder } from './recorder.js';
import type { Read, Write } from './request.js';
import { requestHeaders } from './request-headers.js';
import { RetryPolicy } from './retry-policy.js';
import { ServerErrors } from './server-errors.js';
import { Stopped } from './stopped.js';
import { type Incoming, type Outgoing, Transport } from './transport.js';
import { ForeignOrigin, TransportError } from './transport-error.js';

/** The longest address that is asked for, in characters; many a server takes no longer one. */
const LONGEST_ADDRESS = 8000;

/** An answer that was not kept, and what makes the redacted record of its exchange. */
export interface Passing {
  answer: Answer;
  record(): Exchange | undefined;
}

/** Takes what makes a record of an exchange, in place of the client. */
type TakeRecord = (record: () => Exchange) => void;

/**
 * The one way to the network. It adds the credentials of the role, keeps to the origin of the
 * instance, keeps the pace, shares identical reads, counts, and keeps a redacted record of every
 * exchange. It writes nothing but what it was permitted to.
 */
export class Client {
  readonly redaction: Redaction;
  /** What this client was answered with server errors. */
  readonly serverErrors = new ServerErrors();
  readonly #settings: TargetSettings;
  readonly #base: URL;
  readonly #transport: Transport;
  readonly #limiter: RateLimiter;
  readonly #retries: RetryPolicy;
  readonly #reads = new Map<string, Promise<Answer>>();
  readonly #recorder: Recorder;
  readonly #traffic: Required<Omit<Traffic, 'byStatus'>>;
  readonly #statuses: Map<number, number>;
  #permitted: PermittedWrites | undefined;
  #stopped: Stopped | undefined;
  #left = Number.POSITIVE_INFINITY;
  #whyNoMore: string | undefined;
  #last: number;
  #told: Traffic | undefined;

  /**
   * `firstExchange` is the number of the first exchange, `before` the traffic until then; a client
   * that goes on where another ended takes the next.
   */
  constructor(settings: TargetSettings, firstExchange = 1, before?: Traffic) {
    this.#settings = settings;
    this.#base = new URL(settings.baseUrl);
    this.redaction = new Redaction(settings);
    this.#recorder = new Recorder(this.redaction);
    const { requests = 0, bytes = 0, byMethod = {}, byStatus = {} } = before ?? {};
    this.#traffic = { requests, bytes, byMethod: { ...byMethod } };
    this.#statuses = new Map(Object.entries(byStatus).map(([status, n]) => [Number(status), n]));
    this.#transport = new Transport(settings);
    this.#limiter = new RateLimiter(settings);
    this.#retries = new RetryPolicy(this.#limiter, this.redaction);
    this.#last = firstExchange - 1;
  }

  /** What has gone over the wire so far; the same object as long as nothing more has. */
  get traffic(): Traffic {
    const { byMethod, ...sums } = this.#traffic;
    this.#told ??= {
      ...sums,
      byMethod: { ...byMethod },
      byStatus: Object.fromEntries(this.#statuses),
    };
    return this.#told;
  }

  /**
   * Reads a URL. Identical reads (role, URL, headers) are asked once and shared. Redirects are not
   * followed. Throws a ForeignOrigin for a URL outside the instance and a TransportError where no
   * answer could be had, also when asked again.
   */
  read(read: Read): Promise<Answer> {
    const url = this.#resolve(read.url);
    const key = keyOf(read, url);
    const shared = this.#reads.get(key);
    if (shared !== undefined && read.afresh !== true) return shared;
    const answer = this.#ask(read, url);
    this.#reads.set(key, answer);
    return answer;
  }

  /**
   * Reads a URL as `read` does, but shares the answer with nobody and keeps nothing of it: for what is
   * looked at once, such as the pages of a long list.
   */
  async readPassing(read: Read): Promise<Passing> {
    const records: (() => Exchange)[] = [];
    const answer = await this.#ask(read, this.#resolve(read.url), (record) => records.push(record));
    return { answer, record: () => records.at(-1)?.() };
  }

  /** Takes over an answer that another client had, so that it need not be asked again. */
  adopt(answer: Answer, exchange: Exchange): void {
    const key = keyOf({ role: answer.role, url: answer.url }, new URL(answer.url));
    this.#reads.set(key, Promise.resolve(answer));
    this.#recorder.adopt(exchange);
  }

  /** Stops, for the reason given in words, when so many more requests have gone out. */
  limitRequests(left: number, why: string): void {
    this.#left = left;
    this.#whyNoMore = why;
  }

  /** Permits writes, and these only. */
  permit(writes: PermittedWrites): void {
    this.#permitted = writes;
  }

  /** Forgets what was read, so that the next reads see the instance as it is now. */
  forgetReads(): void {
    this.#reads.clear();
    this.#transport.budget.renew();
  }

  /** From now on goes on trying for minutes where a request is refused for now: nothing may be given up. */
  persist(): void {
    this.#retries.persist();
  }

  /**
   * Sends one write. It is sent again only after an answer that says that it is for now, a POST only
   * where `mayRepeat` permits it; redirects are not followed, and the run's end waits for its answer,
   * since it may have had its effect. Throws a ForbiddenWrite for one that was not permitted, a
   * ForeignOrigin, and a TransportError if its answer was lost or is none of the instance's.
   */
  async write(write: Write): Promise<Answer> {
    const { method, path, body } = write;
    if (this.#permitted === undefined) throw new ForbiddenWrite('this run may not write');
    this.#permitted.demand({ method, path, body });
    const url = this.#resolve(path);
    // What the URL parser rewrites was not the plain path that was permitted.
    if (url.href !== this.#base.href.replace(/\/$/, '') + path) {
      throw new ForbiddenWrite(`${method} ${path} is no plain path`);
    }
    const send = () =>
      this.#limiter.inTurn(async () => {
        if (this.#stopped) throw this.#stopped;
        write.beforeSending();
        try {
          return await this.#once(write, url, { body });
        } finally {
          this.forgetReads();
        }
      });
    return this.#retries.ask(send, write.mayRepeat ?? (async () => method !== 'POST'));
  }

  /** The redacted record of an exchange. */
  exchange(n: number): Exchange | undefined {
    return this.#recorder.exchange(n);
  }

  /** The redacted record of the write whose effect a read shows, if it is one of this run. */
  writeBefore(n: number): Exchange | undefined {
    return this.#recorder.writeBefore(n);
  }

  /** The redacted records of all exchanges, also those taken over, since this was last asked for. */
  takeExchanges(): Exchange[] {
    return this.#recorder.take();
  }

  /** Numbers what is exchanged from now on after what other clients have numbered. */
  numberFrom(next: number): void {
    this.#last = next - 1;
  }

  /**
   * Ends the run: reads under way and whatever is still asked for throw a Stopped. `why` is what ends
   * it, in words.
   */
  stop(why?: string): void {
    this.#stopped = new Stopped(why);
    this.#limiter.stop();
    this.#transport.stop(why);
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  /** "refuses to leave the origin of --base-url with or without credentials". */
  #resolve(url: string): URL {
    const text = url.startsWith('/') ? this.#base.href.replace(/\/$/, '') + url : url;
    if (text.length > LONGEST_ADDRESS) {
      throw new TransportError(
        'too-long',
        `${this.redaction.text(text).slice(0, 100)}…: the address is longer than ${LONGEST_ADDRESS} characters; it was not asked for`,
      );
    }
    const foreign = () => new ForeignOrigin(this.redaction.text(url));
    if (!URL.canParse(text)) throw foreign();
    const resolved = new URL(text);
    // The origin of a `blob:` URL is that of the address inside it.
    const sameOrigin =
      resolved.protocol === this.#base.protocol && resolved.origin === this.#base.origin;
    if (!sameOrigin || resolved.username !== '' || resolved.password !== '') throw foreign();
    return resolved;
  }

  async #ask(read: Read, url: URL, take?: TakeRecord): Promise<Answer> {
    // A retry waits for its turn like any request: --rps counts it.
    const send = () =>
      this.#limiter.inTurn(async () => {
        // What waited for its turn does not go out any more, and is not counted as if it had.
        if (this.#stopped) throw this.#stopped;
        return this.#once(read, url, { take });
      });
    return this.#retries.ask(() => patiently(send));
  }

  /** Sends one request; counts, reads and records what comes. */
  async #once(
    asked: Read | Write,
    url: URL,
    { body = 'none', take }: { body?: Body; take?: TakeRecord | undefined },
  ): Promise<Answer> {
    if (this.#left <= 0) {
      // What is under way has been sent and counts: it may come to its end.
      this.#stopped = new Stopped(this.#whyNoMore);
      this.#limiter.stop();
      throw this.#stopped;
    }
    this.#left -= 1;
    const method = asked.method ?? 'GET';
    const { text, contentType } = encoded(body);
    const headers = requestHeaders(asked, this.#settings);
    if (contentType !== undefined) headers['content-type'] = contentType;
    const sent = { headers, ...(text === undefined ? {} : { body: text }) };
    this.#told = undefined;
    this.#traffic.requests += 1;
    this.#traffic.byMethod[method] = (this.#traffic.byMethod[method] ?? 0) + 1;
    const at = new Date();
    const startedAt = performance.now();
    const incoming = await this.#exchange({ method, url, ...sent });
    const ms = Math.round(performance.now() - startedAt);
    const { status } = incoming;
    const { bytes, cost, ...read } = incoming.body;
    if (take === undefined) this.#transport.budget.take(cost);
    this.#told = undefined;
    this.#traffic.bytes += bytes;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    this.#last += 1;
    const answer: Answer = {
      exchange: this.#last,
      role: asked.role,
      method,
      url: url.href,
      status,
      headers: incoming.headers,
      ...read,
    };
    this.serverErrors.look(answer);
    const measured = { at, ms, bytes };
    if (take === undefined) this.#recorder.record(answer, sent, measured);
    else take(() => this.#recorder.redacted(answer, sent, measured));
    return answer;
  }

  /** The message of an error names the URL, and an instance may have put a secret into it. */
  async #exchange(outgoing: Outgoing): Promise<Incoming> {
    try {
      return await this.#transport.exchange(outgoing);
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      throw new TransportError(error.code, this.redaction.text(error.message));
    }
  }
}

/** A kept-alive connection may be closed just as it is used again: a read is then repeated once. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof TransportError && error.code === 'connection-lost') return send();
    throw error;
  }
}

function keyOf(read: Read, url: URL): string {
  const { role, method = 'GET', headers = {}, scheme, corrupted, authorization: sent } = read;
  return JSON.stringify([role, method, url.href, headers, scheme, corrupted, sent]);
}
