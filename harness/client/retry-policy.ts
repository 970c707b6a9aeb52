import { cut, type Redaction } from '../redaction.js';
import { type Answer, header, named } from './answer.js';
import type { RateLimiter } from './rate-limiter.js';
import { TransportError } from './transport-error.js';

/** How often a request is retried after an answer of `NOT_NOW`, and where it must not be given up. */
const MOST_RETRIES = 2;
const MOST_WHERE_PERSISTENT = 20;

/** How often in all a connection that cannot be had, or is lost, is waited for there, a second each. */
const MOST_OFFLINE = 15;

/** What is answered by somebody who stands before the instance, or has no time: it may pass. */
const NOT_NOW: Record<number, string> = {
  429: 'too many requests',
  502: 'a gateway had no answer',
  503: 'it has no time',
  504: 'a gateway waited in vain',
};

/** Retries requests whose answer may be another one later. */
export class RetryPolicy {
  readonly #limiter: RateLimiter;
  readonly #redaction: Redaction;
  /** Whether an answer of `NOT_NOW` has given way to another one in this run. */
  #comesRound = false;
  #isPersistent = false;
  #offline = 0;

  constructor(limiter: RateLimiter, redaction: Redaction) {
    this.#limiter = limiter;
    this.#redaction = redaction;
  }

  /** From now on goes on trying for minutes, also where there is no connection. */
  persist(): void {
    this.#isPersistent = true;
    this.#limiter.persist();
  }

  /**
   * Sends a request, and retries as long as it is worth it. `mayRepeat` is asked before it is sent again.
   * Throws a TransportError for what is no answer.
   */
  async ask(
    once: () => Promise<Answer>,
    mayRepeat: () => Promise<boolean> = async () => true,
  ): Promise<Answer> {
    for (let retries = 0; ; retries += 1) {
      const answer = await this.#connected(once);
      if (NOT_NOW[answer.status] === undefined) {
        if (retries > 0) this.#comesRound = true;
        return answer;
      }
      const retryAfter = this.#retryAfter(answer);
      const canWait = retryAfter === undefined || this.#limiter.canWait(retryAfter);
      if (!canWait || retries === this.#most) return this.#atLast(answer, retries, canWait);
      if (retryAfter === undefined) await this.#limiter.rest(retries + 1);
      else await this.#limiter.holdBack(retryAfter);
      if (!(await mayRepeat())) return this.#atLast(answer, retries, canWait);
    }
  }

  get #most(): number {
    return this.#isPersistent ? MOST_WHERE_PERSISTENT : MOST_RETRIES;
  }

  /** A connection that cannot be had, or is lost, is waited for where a request must not be given up. */
  async #connected(once: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await once();
      } catch (error) {
        const isOffline =
          error instanceof TransportError &&
          (error.code === 'connection-lost' || error.code === 'connection-failed');
        if (!isOffline || !this.#isPersistent || this.#offline === MOST_OFFLINE) throw error;
        this.#offline += 1;
        await this.#limiter.holdBack('1');
      }
    }
  }

  /** Where it is tried for minutes, no try follows another at once. */
  #retryAfter(answer: Answer): string | undefined {
    const said = header(answer, 'retry-after');
    if (!this.#isPersistent) return said;
    return said === undefined || /^\s*0+\s*$/.test(said) ? '1' : said;
  }

  /**
   * What says itself that it is for now says nothing of the instance, nor does what has passed
   * elsewhere in this run; any other answer stands.
   */
  #atLast(answer: Answer, retries: number, canWait: boolean): Answer {
    const retryAfter = header(answer, 'retry-after');
    const stands = answer.status !== 429 && retryAfter === undefined && !this.#comesRound;
    if (stands) return answer;
    const tried = retries > 0 ? ', also when asked again' : '';
    const again = canWait
      ? tried
      : `${tried}; it asks for more patience than this run has left (Retry-After: ${cut(retryAfter ?? '', 40)})`;
    const message = `${named(answer)} was answered ${answer.status} (${NOT_NOW[answer.status]})${again}; try later, or with a smaller --concurrency or --rps`;
    throw new TransportError('unavailable', this.#redaction.text(message));
  }
}
