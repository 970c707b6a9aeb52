/** Lets one thing be done at a time. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when all before have ended their turns, to what ends this one. Rejects if the signal is aborted before. */
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
