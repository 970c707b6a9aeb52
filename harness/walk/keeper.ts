import type { WalkState } from './walk.js';
import { type WalkBounds, writeWalkFile } from './walk-file.js';

/** How long what was walked is not on the disk yet, in milliseconds. */
const PERIOD_MS = 1000;

/** Keeps how far a walk has come in its file, about once a second. */
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

  /** Something was taken in. */
  noteChange(): void {
    if (this.#writing !== undefined || performance.now() - this.#begun < PERIOD_MS) return;
    this.#write();
  }

  /** Writes what there is now. Rejects with the system's error if that, or an earlier writing, failed. */
  async finish(): Promise<void> {
    await this.#writing;
    this.#write();
    await this.#writing;
    if (this.#failed !== undefined) throw this.#failed;
  }

  /** What is written is of one moment: it becomes a text before anything else can happen. */
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
