import { Stopped } from './client/stopped.js';
import type { Result } from './report.js';

/** How many requests a part of a run may send, and what is said when it has sent them: plain data. */
export interface RequestsLeft {
  left: number;
  why: string;
}

/** The limit of `--max-requests` on all that a run sends, apart from what puts back what it wrote. */
export class RequestLimit {
  readonly #most: number | undefined;
  readonly #why: string;

  constructor(most: number | undefined) {
    this.#most = most;
    this.#why = `the run came to the end of its --max-requests of ${most}`;
  }

  /** What is left when so many requests have been sent; nothing where there is no limit. */
  after(sent: number): { requests?: RequestsLeft } {
    if (this.#most === undefined) return {};
    return { requests: { left: Math.max(0, this.#most - sent), why: this.#why } };
  }

  /** What ended the run, if a result or the walk says that this limit did. */
  endedBy(results: readonly Pick<Result, 'reason'>[], walkCut?: string): string | undefined {
    const said = new Stopped(this.#why).message;
    const ended = walkCut === this.#why || results.some(({ reason }) => reason === said);
    return ended ? this.#why : undefined;
  }
}
