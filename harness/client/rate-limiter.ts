import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { TargetSettings } from '../settings.js';

/** The limit for one `Retry-After`, in milliseconds, and for all of them in a run. */
const LONGEST_WAIT_MS = 30_000;

/** The same for restoring: rate limits are often per minute. */
const LONGEST_WHERE_PERSISTENT_MS = 120_000;

/** Milliseconds before the first retry without `Retry-After`; the second waits twice as long. */
const REST_MS = 250;

/** Starts requests in order, at the rate that the user and the instance allow. */
export class RateLimiter {
  readonly #queue: PQueue;
  #resumeAt = 0;
  #longest = LONGEST_WAIT_MS;
  #patience = LONGEST_WAIT_MS;
  #stopped = new AbortController();

  constructor(settings: Pick<TargetSettings, 'concurrency' | 'rps'>) {
    this.#queue = new PQueue({
      concurrency: settings.concurrency,
      ...(settings.rps > 0 ? { intervalCap: 1, interval: 1000 / settings.rps } : {}),
    });
  }

  /** Queues one request. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.add(work, { throwOnTimeout: true });
  }

  /** Whether requests must not fail, because they restore data. */
  get isPersistent(): boolean {
    return this.#longest === LONGEST_WHERE_PERSISTENT_MS;
  }

  /** Waits for minutes from now on, also after a stop. */
  persist(): void {
    this.#stopped = new AbortController();
    this.#longest = LONGEST_WHERE_PERSISTENT_MS;
    this.#patience = LONGEST_WHERE_PERSISTENT_MS;
  }

  /** Whether a `Retry-After` is short enough to wait for, and waiting time is left. */
  canWait(retryAfter: string | undefined): boolean {
    const asked = askedOf(retryAfter, Date.now());
    return asked <= 0 || (asked <= this.#longest && this.#patience > 0);
  }

  /** Waits before the first, second, … retry; other requests continue. */
  async rest(time: number): Promise<void> {
    const { signal } = this.#stopped;
    await sleep(REST_MS * time, undefined, { signal }).catch(() => {});
  }

  /** Ends all waiting; later requests are refused elsewhere. */
  stop(): void {
    this.#stopped.abort();
  }

  /**
   * Delays all requests as `Retry-After` demands (RFC 9110), until the total waiting time is used
   * up.
   */
  async holdBack(retryAfter: string | undefined): Promise<void> {
    const now = Date.now();
    const standing = Math.max(this.#resumeAt, now);
    const more = Math.max(0, now + waitOf(retryAfter, now, this.#longest) - standing);
    const granted = Math.min(more, this.#patience);
    this.#patience -= granted;
    this.#resumeAt = standing + granted;
    this.#queue.pause();
    const { signal } = this.#stopped;
    while (Date.now() < this.#resumeAt && !signal.aborted) {
      await sleep(this.#resumeAt - Date.now(), undefined, { signal }).catch(() => {});
    }
    this.#queue.start();
  }
}

/**
 * The wait of a `Retry-After` in milliseconds: seconds or an HTTP date; one second if invalid. At
 * most `longest`.
 */
export function waitOf(
  retryAfter: string | undefined,
  now: number,
  longest = LONGEST_WAIT_MS,
): number {
  return Math.min(Math.max(askedOf(retryAfter, now), 0), longest);
}

/** The same without limit; negative for a past date. */
function askedOf(retryAfter: string | undefined, now: number): number {
  const text = retryAfter?.trim() ?? '';
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(asked) ? 1000 : asked;
}
