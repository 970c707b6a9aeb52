import type { Redaction } from '../redaction.js';
import type { TargetSettings } from '../settings.js';
import type { Answer } from './answer.js';
import { type Body, encoded } from './body.js';
import { Recorder } from './recorder.js';
import { type Read, requestHeaders, type UnstoredResponse, type Write } from './request.js';
import { ServerErrors } from './server-errors.js';
import { Stopped } from './stopped.js';
import { TrafficLog } from './traffic-log.js';
import { Transport } from './transport.js';

/** Takes what records an exchange, instead of the sender. */
export type Take = (taken: Omit<UnstoredResponse, 'answer'>) => void;

/** Sends single requests as long as they may be sent; counts, reads and records their responses. */
export class Sender {
  /** The server errors that were received. */
  readonly serverErrors = new ServerErrors();
  /** The exchanges, given out redacted. */
  readonly records: Recorder;
  /** Counts and times of the exchanges. */
  readonly log = new TrafficLog();
  readonly transport: Transport;
  /** How many requests may be sent in all. */
  most = Number.POSITIVE_INFINITY;
  /** Whether requests are sent although that many were. */
  isPersistent = false;
  /** How many requests may still be sent apart; undefined if nothing is done apart. */
  #leftApart: number | undefined;
  /** Whether a request that was to be sent apart was one too many. */
  #wasCut = false;
  #last = 0;

  constructor(
    private readonly settings: TargetSettings,
    redaction: Redaction,
    /** Called with the reason when `most` requests were sent and one more is to be. */
    private readonly onLimit: (stopped: Stopped) => void,
  ) {
    this.records = new Recorder(redaction);
    this.transport = new Transport(settings, redaction);
  }

  /** Does a piece of work with at most so many requests; `wasCut` tells whether it wanted more. */
  async apart<T>(most: number, work: (wasCut: () => boolean) => Promise<T>): Promise<T> {
    this.#leftApart = most;
    this.#wasCut = false;
    try {
      return await work(() => this.#wasCut);
    } finally {
      this.#leftApart = undefined;
    }
  }

  /** Sends one request. Throws a Stopped if it is one too many, and a TransportError if there is no response. */
  async send(asked: Read | Write, url: URL, body: Body = 'none', take?: Take): Promise<Answer> {
    this.#demand();
    const method = asked.method ?? 'GET';
    const { text, contentType } = encoded(body);
    const headers = requestHeaders(asked, this.settings);
    if (contentType !== undefined) headers['content-type'] = contentType;
    const sent = { headers, body: text };
    this.log.sent(method);
    const at = new Date();
    const startedAt = performance.now();
    const incoming = await this.transport.exchange(method, url, sent);
    const took = performance.now() - startedAt;
    const { bytes, ...read } = incoming.body;
    this.#last += 1;
    const answer: Answer = {
      exchange: this.#last,
      role: asked.role,
      method,
      url: url.href,
      status: incoming.status,
      headers: incoming.headers,
      headerNames: incoming.headerNames,
      ...read,
    };
    this.serverErrors.look(answer);
    this.log.received(answer, took, bytes);
    const measured = { at, ms: Math.round(took), bytes };
    const keep = () => this.records.record(answer, sent, measured);
    if (take === undefined) keep();
    else take({ ms: measured.ms, keep });
    return answer;
  }

  #demand(): void {
    if (this.log.requests >= this.most && !this.isPersistent) {
      // Pending requests are already counted, and may finish.
      const stopped = new Stopped(`the limit of --max-requests ${this.most} was reached`);
      this.onLimit(stopped);
      throw stopped;
    }
    if (this.#leftApart === 0) {
      this.#wasCut = true;
      throw new Stopped('the requests for a second look were spent');
    }
    if (this.#leftApart !== undefined) this.#leftApart -= 1;
  }
}
