import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { TargetSettings } from '../settings.js';

/** The limit for one `Retry-After`, in milliseconds, and for all of them in a run. */
const LONGEST_WAIT_MS = 30_000;

/** The same for restoring: rate limits are often per minute. */
const LONGEST_WHERE_PERSISTENT_MS = 120_000;

/** Milliseconds before the first retry without `Retry-After`; the second waits twice as long. */
const REST_MS = 250;

/** The longest time between two starts after refusals, in milliseconds. */
const SLOWEST_GAP_MS = 1000;

/** By how much each response that is no refusal shortens the time between two requests. */
const CREEP = 0.96;

/** A refusal among so many responses that are none says nothing about the pace. */
const ISOLATED = 4;

/** The last starts that tell the pace. */
const MOST_STARTS = 20;

/** Starts requests in order, at the rate that the user and the instance allow. */
export class RateLimiter {
  readonly #queue: PQueue;
  /** The least time between two starts in milliseconds, as the user demands, and now. */
  readonly #leastGap: number;
  #gap: number;
  /** The last start by `performance.now()`, once it was its turn; and the latest ones. */
  #lastStart = Promise.resolve(Number.NEGATIVE_INFINITY);
  #starts: number[] = [];
  /** When a `Retry-After` is over, and when the pace was halved. */
  #resumeAt = 0;
  #slowedAt = 0;
  /** The pace at the first refusal, in requests a second. */
  refusedAt: number | undefined;
  /** How many responses since the last refusal were none. */
  #passed = ISOLATED;
  #longest = LONGEST_WAIT_MS;
  #patience = LONGEST_WAIT_MS;
  #stopped = new AbortController();
  /** How many waits there are besides those of the queue. */
  #pauses = 0;

  constructor({ concurrency, rps }: Pick<TargetSettings, 'concurrency' | 'rps'>) {
    this.#queue = new PQueue({ concurrency });
    this.#leastGap = rps > 0 ? 1000 / rps : 0;
    this.#gap = this.#leastGap;
  }

  /**
   * Queues one request. Where `isRefusal` says that its response is that of a rate limit, the pace is halved,
   * and then creeps back.
   */
  async inTurn<T>(work: () => Promise<T>, isRefusal: (result: T) => boolean): Promise<T> {
    return this.#queue.add(
      async () => {
        const startedAt = await this.#start();
        const result = await work();
        this.#adapt(startedAt, isRefusal(result));
        return result;
      },
      { throwOnTimeout: true },
    );
  }

  /** Whether a request is under way or in the queue, or something waits on purpose. */
  get isBusy(): boolean {
    return this.#queue.pending + this.#queue.size + this.#pauses > 0;
  }

  /** Waits on purpose, so many milliseconds: a run in which something does is not at a standstill. */
  async pause(ms: number, signal?: AbortSignal): Promise<void> {
    this.#pauses += 1;
    try {
      await sleep(ms, undefined, { signal });
    } finally {
      this.#pauses -= 1;
    }
  }

  /** Waits until a request may start, or until the stop. Returns the time. */
  #start(): Promise<number> {
    this.#lastStart = this.#lastStart.then(async (last) => {
      const { signal } = this.#stopped;
      for (;;) {
        const wait = Math.max(last + this.#gap, this.#resumeAt) - performance.now();
        if (wait <= 0 || signal.aborted) break;
        await sleep(Math.ceil(wait), undefined, { signal }).catch(() => {});
      }
      const now = performance.now();
      this.#starts = [...this.#starts, now].slice(-MOST_STARTS);
      return now;
    });
    return this.#lastStart;
  }

  #adapt(startedAt: number, isRefusal: boolean): void {
    if (!isRefusal) {
      this.#passed += 1;
      // Where there was hardly a wait, there is none again.
      const shorter = this.#gap < 1 ? 0 : this.#gap * CREEP;
      this.#gap = Math.max(this.#leastGap, shorter);
      return;
    }
    const pace = this.#pace();
    this.refusedAt ??= pace;
    const isIsolated = this.#passed >= ISOLATED;
    this.#passed = 0;
    // A request that started before the pace was halved was refused at the old pace.
    if (isIsolated || startedAt < this.#slowedAt) return;
    const gap = Math.min(2 * Math.max(1000 / (pace ?? 1000), this.#gap), SLOWEST_GAP_MS);
    this.#gap = Math.max(this.#leastGap, gap);
    this.#slowedAt = performance.now();
  }

  /** Takes up the old pace: what slowed it down was no rate limit. */
  recover(): void {
    this.#gap = this.#leastGap;
  }

  /** How many requests a second were started lately; undefined before the second one. */
  #pace(): number | undefined {
    const [first, last] = [this.#starts[0], this.#starts.at(-1)];
    if (first === undefined || last === undefined || first === last) return undefined;
    return ((this.#starts.length - 1) * 1000) / (last - first);
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
    const asked = waitOf(retryAfter);
    return asked <= 0 || (asked <= this.#longest && this.#patience > 0);
  }

  /** Waits before the first, second, … retry; other requests continue. */
  async rest(time: number): Promise<void> {
    const { signal } = this.#stopped;
    await this.pause(REST_MS * time, signal).catch(() => {});
  }

  /** Ends all waiting; later requests are refused elsewhere. */
  stop(): void {
    this.#stopped.abort();
  }

  /**
   * Delays all requests as `Retry-After` demands (RFC 9110), until the total waiting time is used
   * up.
   */
  holdBack(retryAfter: string | undefined): void {
    const now = performance.now();
    const standing = Math.max(this.#resumeAt, now);
    const wait = Math.min(waitOf(retryAfter), this.#longest);
    const granted = Math.min(Math.max(0, now + wait - standing), this.#patience);
    this.#patience -= granted;
    this.#resumeAt = standing + granted;
  }
}

/** The wait of a `Retry-After` in milliseconds: seconds or an HTTP date, negative if past; a second if invalid. */
export function waitOf(retryAfter: string | undefined): number {
  const text = retryAfter?.trim() ?? '';
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(asked) ? 1000 : asked;
}
