/** Allows one task at a time. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /**
   * Resolves after all earlier turns, to a function that ends this one. Rejects if the signal is
   * aborted.
   */
  async next(signal: AbortSignal): Promise<() => void> {
    let end = () => {};
    const before = this.#last;
    const own = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#last = before.then(() => own);
    try {
      await Promise.race([before, failed(signal)]);
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }
}

function failed(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
