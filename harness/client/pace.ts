import PQueue from 'p-queue';
import type { TargetSettings } from '../settings.js';

/** How long a `Retry-After` is honoured, in milliseconds; and all of them in one run together. */
const LONGEST_WAIT_MS = 30_000;

/** Lets requests go at the pace that the user and the instance ask for, in the order in which they came. */
export class Pace {
  readonly #queue: PQueue;
  #resumeAt = 0;
  #patience = LONGEST_WAIT_MS;

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

  /**
   * Holds every request back for as long as an answer asked for (RFC 9110, Retry-After), until the
   * patience of the run is at an end.
   */
  async holdBack(retryAfter: string | undefined): Promise<void> {
    const now = Date.now();
    const standing = Math.max(this.#resumeAt, now);
    const more = Math.max(0, now + waitOf(retryAfter, now) - standing);
    const granted = Math.min(more, this.#patience);
    this.#patience -= granted;
    this.#resumeAt = standing + granted;
    this.#queue.pause();
    while (Date.now() < this.#resumeAt) {
      const wait = this.#resumeAt - Date.now();
      await new Promise((resume) => setTimeout(resume, wait));
    }
    this.#queue.start();
  }
}

/**
 * The wait that a `Retry-After` asks for, in milliseconds: seconds or an HTTP date; one second for
 * what is neither. Never longer than half a minute.
 */
export function waitOf(retryAfter: string | undefined, now: number): number {
  const text = retryAfter?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  if (Number.isNaN(seconds)) return 1000;
  return Math.min(Math.max(seconds, 0), LONGEST_WAIT_MS);
}
