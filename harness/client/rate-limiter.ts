import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { TargetSettings } from '../settings.js';

/** How long a `Retry-After` is honoured, in milliseconds; and all of them in one run together. */
const LONGEST_WAIT_MS = 30_000;

/** The same where nothing may be given up, as in restoring: limits are set by the minute. */
const LONGEST_WHERE_PERSISTENT_MS = 120_000;

/** Milliseconds before the first retry, where the answer does not say; the second waits twice as long. */
const REST_MS = 250;

/** Starts requests at the rate that the user and the instance ask for, in order. */
export class RateLimiter {
  readonly #queue: PQueue;
  #resumeAt = 0;
  #longest = LONGEST_WAIT_MS;
  #patience = LONGEST_WAIT_MS;
  readonly #stopped = new AbortController();

  constructor(settings: Pick<TargetSettings, 'concurrency' | 'rps'>) {
    this.#queue = new PQueue({
      concurrency: settings.concurrency,
      ...(settings.rps > 0 ? { intervalCap: 1, interval: 1000 / settings.rps } : {}),
    });
  }

  /** Runs one request in its turn. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.add(work, { throwOnTimeout: true });
  }

  /** From now on waits for minutes. */
  persist(): void {
    this.#longest = LONGEST_WHERE_PERSISTENT_MS;
    this.#patience = LONGEST_WHERE_PERSISTENT_MS;
  }

  /** Whether it is worth waiting: nobody waits for a year, or when the patience of the run is at an end. */
  canWait(retryAfter: string | undefined): boolean {
    const asked = askedOf(retryAfter, Date.now());
    return asked <= 0 || (asked <= this.#longest && this.#patience > 0);
  }

  /** Waits before the first, second, … retry; other requests go on. */
  async rest(time: number): Promise<void> {
    const { signal } = this.#stopped;
    await sleep(REST_MS * time, undefined, { signal }).catch(() => {});
  }

  /** Ends every wait, and makes none any more: what is still to go out is refused elsewhere. */
  stop(): void {
    this.#stopped.abort();
  }

  /**
   * Holds every request back for as long as an answer asked for (RFC 9110, Retry-After), until the
   * patience of the run is at an end.
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
 * The wait that a `Retry-After` asks for, in milliseconds: seconds or an HTTP date; one second for
 * what is neither. Never longer than `longest`, which is half a minute usually.
 */
export function waitOf(
  retryAfter: string | undefined,
  now: number,
  longest = LONGEST_WAIT_MS,
): number {
  return Math.min(Math.max(askedOf(retryAfter, now), 0), longest);
}

/** The same, however long; less than nothing for a date that is past. */
function askedOf(retryAfter: string | undefined, now: number): number {
  const text = retryAfter?.trim() ?? '';
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(asked) ? 1000 : asked;
}
