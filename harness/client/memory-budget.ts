/** The memory limit for one response, in bytes: 250 of the longest items need a third of it. */
const MOST_OF_ONE = 8_000_000;

/** The memory limit for all stored responses: those of a conforming instance need half of it. */
const MOST_OF_ALL = 80_000_000;

/** The longest JSON that is parsed, in bytes: a patch contains its mail twice. */
const LONGEST_JSON = 16_000_000;

/** A response up to this size is always parsed. */
const SMALL = 2 ** 16;

/** The memory limits for responses, single and total, as counted by `JsonScan`. */
export class MemoryBudget {
  #taken = 0;

  /** The limit for the next response. */
  get most(): number {
    return Math.max(SMALL, Math.min(MOST_OF_ONE, MOST_OF_ALL - this.#taken));
  }

  /** Counts a stored response. */
  take(cost: number): void {
    this.#taken += cost;
  }

  /** The memory that the stored responses need. */
  get taken(): number {
    return this.#taken;
  }

  /** Resets the count when responses are not stored any more: by default all of them. */
  renew(taken = 0): void {
    this.#taken = taken;
  }

  /** Why JSON of this length and cost is not parsed; undefined if it is. */
  whyNot(bytes: number, cost = 0): string | undefined {
    if (cost > MOST_OF_ONE) {
      return `the response needs more than ${MOST_OF_ONE / 1e6} MB of memory; it was not read`;
    }
    if (bytes > LONGEST_JSON) {
      return `the response is JSON and longer than ${LONGEST_JSON} bytes; it was not read completely`;
    }
    if (cost <= this.most && (bytes <= SMALL || this.most > SMALL)) return undefined;
    return `the responses of this run need more than the limit of ${MOST_OF_ALL / 1e6} MB of memory; this one was not read`;
  }
}
