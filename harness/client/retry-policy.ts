import { cut, type Redaction } from '../redaction.js';
import { type Answer, header, named } from './answer.js';
import type { RateLimiter } from './rate-limiter.js';
import { TransportError } from './transport-error.js';

/** How often a read is retried after an answer of `NOT_NOW`. */
const MOST_RETRIES = 2;

/** What is answered by somebody who stands before the instance, or has no time: it may pass. */
const NOT_NOW: Record<number, string> = {
  429: 'too many requests',
  502: 'a gateway had no answer',
  503: 'it has no time',
  504: 'a gateway waited in vain',
};

/** Retries reads whose answer may be another one later. */
export class RetryPolicy {
  readonly #limiter: RateLimiter;
  readonly #redaction: Redaction;
  /** Whether an answer of `NOT_NOW` has given way to another one in this run. */
  #comesRound = false;

  constructor(limiter: RateLimiter, redaction: Redaction) {
    this.#limiter = limiter;
    this.#redaction = redaction;
  }

  /** Sends a read, and retries as long as it is worth it. Throws a TransportError for what is no answer. */
  async ask(once: () => Promise<Answer>): Promise<Answer> {
    for (let retries = 0; ; retries += 1) {
      const answer = await once();
      if (NOT_NOW[answer.status] === undefined) {
        if (retries > 0) this.#comesRound = true;
        return answer;
      }
      const retryAfter = header(answer, 'retry-after');
      const canWait = retryAfter === undefined || this.#limiter.canWait(retryAfter);
      if (!canWait || retries === MOST_RETRIES) return this.#atLast(answer, canWait);
      if (retryAfter === undefined) await this.#limiter.rest(retries + 1);
      else await this.#limiter.holdBack(retryAfter);
    }
  }

  /**
   * What says itself that it is for now says nothing of the instance, nor does what has passed
   * elsewhere in this run; any other answer stands.
   */
  #atLast(answer: Answer, canWait: boolean): Answer {
    const retryAfter = header(answer, 'retry-after');
    const stands = answer.status !== 429 && retryAfter === undefined && !this.#comesRound;
    if (stands) return answer;
    const again = canWait
      ? ', also when asked again'
      : `; it asks for more patience than this run has left (Retry-After: ${cut(retryAfter ?? '', 40)})`;
    const message = `${named(answer)} was answered ${answer.status} (${NOT_NOW[answer.status]})${again}; try later, or with a smaller --concurrency or --rps`;
    throw new TransportError('unavailable', this.#redaction.text(message));
  }
}
