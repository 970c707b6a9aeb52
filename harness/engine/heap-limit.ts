import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** The most memory that the values of a worker may take, in MB: three times what a sound instance needs. */
const MOST_MB = 200;

const BYTES = 2 ** 20;

/**
 * Limits the memory of threads that are started from now on, until it is lifted. Vitest starts its worker
 * without a limit, and Node lets values that are no longer needed lie the longer the more room there is.
 */
export class HeapLimit {
  /** Whether Node was given a smaller limit by the user, which stays. */
  readonly #isSmaller = getHeapStatistics().heap_size_limit < MOST_MB * BYTES;

  /** Begins to limit. */
  set(): void {
    if (!this.#isSmaller) setFlagsFromString(`--max-old-space-size=${MOST_MB}`);
  }

  /** Whatever else starts threads in this process has the usual limit again. */
  lift(): void {
    if (!this.#isSmaller) setFlagsFromString('--max-old-space-size=0');
  }
}
