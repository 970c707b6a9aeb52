/**
 * A piece of work whose result is shared, declared once as a constant: what it gives is typed, and no other work can be
 * taken for it. The results are kept by a holder, and live as long as that.
 */
export class Memo<Result> {
  readonly #results = new WeakMap<object, Map<string, Promise<Result>>>();

  /** The result, settled or pending, that a holder keeps `of` these things; the work is done if it keeps none. */
  once(holder: object, of: MemoOf, work: () => Promise<Result>): Promise<Result> {
    const results = this.#results.get(holder) ?? new Map<string, Promise<Result>>();
    this.#results.set(holder, results);
    const key = JSON.stringify(of);
    const result = results.get(key) ?? work();
    results.set(key, result);
    return result;
  }

  /** The same; undefined if the work was not begun. */
  known(holder: object, of: MemoOf): Promise<Result> | undefined {
    return this.#results.get(holder)?.get(JSON.stringify(of));
  }
}

/** Of what a piece of work is: usually the version, and what else its result depends on. */
export type MemoOf = readonly (string | number | boolean | undefined)[];
