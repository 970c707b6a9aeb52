import { cut, type Redaction } from '../redaction.js';
import { type Answer, header, named } from './answer.js';
import type { RateLimiter } from './rate-limiter.js';
import { TransportError } from './transport-error.js';

/** How often a request is retried after a status of `NOT_NOW`; more often for restoring. */
const MOST_RETRIES = 2;
const MOST_WHERE_PERSISTENT = 20;

/** How often restoring waits for a lost connection, a second each. */
const MOST_OFFLINE = 15;

/** Statuses of gateways and overloaded servers, which may be temporary. */
const NOT_NOW: Record<number, string> = {
  429: 'too many requests',
  502: 'the gateway got no response',
  503: 'service unavailable',
  504: 'the gateway timed out',
};

/** Retries requests after temporary errors. */
export class RetryPolicy {
  /** Whether a status of `NOT_NOW` turned out to be temporary in this run. */
  #comesRound = false;
  #offline = 0;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly redaction: Redaction,
  ) {}

  /**
   * Sends a request, and retries it if useful: a read always, a write if `mayRepeat` permits it. Throws a
   * TransportError if there is no response of the instance.
   */
  async ask(once: () => Promise<Answer>, mayRepeat?: () => Promise<boolean>): Promise<Answer> {
    for (let retries = 0; ; retries += 1) {
      const answer = await this.#connected(once, mayRepeat === undefined);
      if (NOT_NOW[answer.status] === undefined) {
        if (retries > 0) this.#comesRound = true;
        return answer;
      }
      const retryAfter = this.#retryAfter(answer);
      const canWait = retryAfter === undefined || this.limiter.canWait(retryAfter);
      if (!canWait || retries === this.#most) return this.#atLast(answer, retries, canWait);
      if (retryAfter === undefined) await this.limiter.rest(retries + 1);
      else await this.limiter.holdBack(retryAfter);
      if (mayRepeat !== undefined && !(await mayRepeat())) {
        return this.#atLast(answer, retries, canWait);
      }
    }
  }

  get #most(): number {
    return this.limiter.isPersistent ? MOST_WHERE_PERSISTENT : MOST_RETRIES;
  }

  /** Repeats a read once on another connection, and waits for a connection if requests must not fail. */
  async #connected(once: () => Promise<Answer>, isRead: boolean): Promise<Answer> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await once();
      } catch (error) {
        const code = error instanceof TransportError ? error.code : undefined;
        // A kept-alive connection may be closed when it is reused.
        if (code === 'connection-lost' && isRead && isFirst) continue;
        const isOffline = code === 'connection-lost' || code === 'connection-failed';
        if (!isOffline || !this.limiter.isPersistent || this.#offline === MOST_OFFLINE) throw error;
        this.#offline += 1;
        await this.limiter.holdBack('1');
      }
    }
  }

  /** When retrying for minutes, there is a pause before each retry. */
  #retryAfter(answer: Answer): string | undefined {
    const said = header(answer, 'retry-after');
    if (!this.limiter.isPersistent) return said;
    return said === undefined || /^\s*0+\s*$/.test(said) ? '1' : said;
  }

  /**
   * A status with `Retry-After`, or one that was temporary elsewhere in this run, says nothing
   * about the instance; any other is returned.
   */
  #atLast(answer: Answer, retries: number, canWait: boolean): Answer {
    const retryAfter = header(answer, 'retry-after');
    const stands = answer.status !== 429 && retryAfter === undefined && !this.#comesRound;
    if (stands) return answer;
    const tried = retries > 0 ? ', also on retry' : '';
    const again = canWait
      ? tried
      : `${tried}; Retry-After exceeds the remaining waiting time of this run (${cut(retryAfter ?? '', 40)})`;
    const message = `${named(answer)} returned ${answer.status} (${NOT_NOW[answer.status]})${again}; try later, or with a smaller --concurrency or --rps`;
    throw new TransportError('unavailable', this.redaction.text(message));
  }
}
