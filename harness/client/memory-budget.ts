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
  /** By version; responses without one count as a version of their own. */
  #taken = new Map<string, number>();

  /** The limit for the next response. */
  get most(): number {
    return Math.max(SMALL, Math.min(MOST_OF_ONE, MOST_OF_ALL - this.#total()));
  }

  /** Counts a stored response. */
  take(cost: number, version: string): void {
    this.#taken.set(version, (this.#taken.get(version) ?? 0) + cost);
  }

  /** The memory that the stored responses need, by version. */
  get taken(): ReadonlyMap<string, number> {
    return new Map(this.#taken);
  }

  /** Resets the count when responses are not stored any more: by default all of them. */
  renew(taken: ReadonlyMap<string, number> = new Map()): void {
    this.#taken = new Map(taken);
  }

  /** Subtracts the responses of a version, when they are not stored any more. */
  forget(version: string): void {
    this.#taken.delete(version);
  }

  #total(): number {
    return [...this.#taken.values()].reduce((sum, each) => sum + each, 0);
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
