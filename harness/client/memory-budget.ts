/** What one answer may take in memory, in bytes: 250 rows of the longest kind take a third of it. */
const MOST_OF_ONE = 8_000_000;

/** What all answers that a run keeps may take: those of a sound instance take half of it. */
const MOST_OF_ALL = 80_000_000;

/** The longest JSON that is read, in bytes: the mail of a patch is in it twice. */
const LONGEST_JSON = 16_000_000;

/** An answer that takes no more, and is no longer, is always read. */
const SMALL = 2 ** 16;

/** What the answers of a run may take in memory, together and each by itself, as `JsonScan` counts. */
export class MemoryBudget {
  #taken = 0;

  /** What the next answer may cost. */
  get most(): number {
    return Math.max(SMALL, Math.min(MOST_OF_ONE, MOST_OF_ALL - this.#taken));
  }

  /** Notes that an answer is kept. */
  take(cost: number): void {
    this.#taken += cost;
  }

  /** Notes that no answer is kept any more. */
  renew(): void {
    this.#taken = 0;
  }

  /** Why JSON is not read, in words, that is so long or costs so much; nothing if it is. */
  whyNot(bytes: number, cost = 0): string | undefined {
    if (cost > MOST_OF_ONE) {
      return `the answer takes more than ${MOST_OF_ONE / 1e6} MB of memory; it was not read`;
    }
    if (bytes > LONGEST_JSON) {
      return `the answer is JSON and longer than ${LONGEST_JSON} bytes; it was not read on`;
    }
    if (cost <= this.most && (bytes <= SMALL || this.most > SMALL)) return undefined;
    return `the answers of this run take more than the ${MOST_OF_ALL / 1e6} MB of memory that there is for them; this one was not read`;
  }
}
