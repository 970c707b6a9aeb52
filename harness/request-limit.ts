import { Stopped } from './client/stopped.js';
import type { Result } from './report.js';

/**
 * How many requests a part of a run may send, and the reason to give when they are used up: plain
 * data.
 */
export interface RequestsLeft {
  left: number;
  why: string;
}

/** The limit of `--max-requests` for the whole run, except for restoring. */
export class RequestLimit {
  readonly #most: number | undefined;
  readonly #why: string;

  constructor(most: number | undefined) {
    this.#most = most;
    this.#why = `the limit of --max-requests ${most} was reached`;
  }

  /** The remaining requests after `sent`; empty without a limit. */
  after(sent: number): { requests?: RequestsLeft } {
    if (this.#most === undefined) return {};
    return { requests: { left: Math.max(0, this.#most - sent), why: this.#why } };
  }

  /** The reason for the end of the run, if a result or the scan shows that this limit caused it. */
  endedBy(results: readonly Pick<Result, 'reason'>[], walkCut?: string): string | undefined {
    const said = new Stopped(this.#why).message;
    const ended = walkCut === this.#why || results.some(({ reason }) => reason === said);
    return ended ? this.#why : undefined;
  }
}
