import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** The memory limit for a worker, in MB: three times the need for a conforming instance. */
const MOST_MB = 200;

const BYTES = 2 ** 20;

/**
 * Limits the memory of threads started from now on. Vitest sets no limit for its worker, and Node
 * collects garbage later the more memory there is.
 */
export class HeapLimit {
  /** Whether the user gave Node a smaller limit, which is not changed. */
  readonly #isSmaller = getHeapStatistics().heap_size_limit < MOST_MB * BYTES;

  /** Sets the limit. */
  set(): void {
    if (!this.#isSmaller) setFlagsFromString(`--max-old-space-size=${MOST_MB}`);
  }

  /** Restores the usual limit for other threads. */
  lift(): void {
    if (!this.#isSmaller) setFlagsFromString('--max-old-space-size=0');
  }
}
