import type { Result } from './report.js';

/** What the judgements of a phase point to: one of them may look at what no other tells of. */
export class Findings {
  readonly #pointedTo: Promise<number[]>[] = [];

  /** Takes note of a judgement that has begun. */
  add(judgement: Promise<{ result: Result }>): void {
    this.#pointedTo.push(judgement.then(({ result }) => exchangesOf(result)));
  }

  /**
   * The numbers of the exchanges that violations point to, when all judgements have ended that have
   * begun by then; undefined if there are none.
   */
  async pointedTo(): Promise<ReadonlySet<number> | undefined> {
    let ended = 0;
    // Those that begin meanwhile are waited for as well.
    do {
      ended = this.#pointedTo.length;
      await Promise.all(this.#pointedTo);
    } while (this.#pointedTo.length > ended);
    return ended === 0 ? undefined : new Set((await Promise.all(this.#pointedTo)).flat());
  }
}

function exchangesOf({ violations }: Result): number[] {
  return violations.flatMap(({ exchange }) => exchange ?? []);
}
