/** Counts the requests of a comparison: those that were compared, and the others by the reason. */
export class Tally {
  compared = 0;
  /** Requests that OLD did not answer. */
  unanswered = 0;
  /** Requests for a list or an object that OLD and NEW answered with something else. */
  unreadable = 0;
  /** Requests that NEW answered with a server error, or not at all, and otherwise when asked again. */
  broken = 0;
  /** Requests that differed once only. */
  changing = 0;
  /** Requests for objects whose ids are not known. */
  unknown = 0;
  /** Requests that cannot be sent to NEW, by the reason. */
  readonly #unsent = new Map<string, number>();

  /** Counts a request that cannot be sent to NEW. */
  unsent(why: string): void {
    this.#unsent.set(why, (this.#unsent.get(why) ?? 0) + 1);
  }

  /** All requests that were to be compared, as far as the run on OLD came. */
  get planned(): number {
    const unsent = [...this.#unsent.values()].reduce((sum, count) => sum + count, 0);
    return this.compared + this.unanswered + this.unreadable + this.unknown + unsent;
  }

  /** What is left, so that the comparison is not complete. */
  get missing(): string[] {
    return said([
      ...[...this.#unsent].map(([why, count]): Counted => [count, `requests to NEW: ${why}`]),
      [this.unanswered, 'requests: OLD did not answer'],
      [this.unreadable, 'requests: OLD and NEW returned no list or object to compare'],
      [this.broken, 'requests: NEW failed, and answered as OLD only when asked again'],
    ]);
  }

  /** What was not compared, or not as usual, where that leaves nothing open. */
  get remarks(): string[] {
    return said([
      [this.unknown, 'requests were not compared: NEW shows no such objects'],
      [
        this.changing,
        'requests differed once and not when asked again: data that changes, or an instance that fails now and then',
      ],
    ]);
  }
}

type Counted = [count: number, says: string];

function said(counts: readonly Counted[]): string[] {
  return counts.filter(([count]) => count > 0).map(([count, says]) => `${count} ${says}`);
}
