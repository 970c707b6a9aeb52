import type { WalkState } from './walk.js';
import { type WalkBounds, writeWalkFile } from './walk-file.js';

/** The interval between two writes of the file, in milliseconds. */
const PERIOD_MS = 1000;

/** Saves the progress of a scan in its file, about once a second. */
export class WalkKeeper {
  readonly #path: string;
  readonly #bounds: WalkBounds;
  readonly #state: WalkState;
  #begun = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> | undefined;
  #failed: unknown;

  constructor(path: string, bounds: WalkBounds, state: WalkState) {
    this.#path = path;
    this.#bounds = bounds;
    this.#state = state;
  }

  /** Called after each page. */
  noteChange(): void {
    if (this.#writing !== undefined || performance.now() - this.#begun < PERIOD_MS) return;
    this.#write();
  }

  /**
   * Writes the current state. Rejects with the system's error if this or an earlier write failed.
   */
  async finish(): Promise<void> {
    await this.#writing;
    this.#write();
    await this.#writing;
    if (this.#failed !== undefined) throw this.#failed;
  }

  /** Serializes synchronously, so that the file has a consistent state. */
  #write(): void {
    this.#begun = performance.now();
    const text = JSON.stringify({
      format: 'conformance-walk/1',
      ...this.#bounds,
      state: this.#state,
    });
    this.#writing = writeWalkFile(this.#path, text)
      .catch((error: unknown) => {
        this.#failed = error;
      })
      .finally(() => {
        this.#writing = undefined;
      });
  }
}
