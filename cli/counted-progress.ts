import { progressLine } from './progress.js';
import { type Terminal, wantsLiveLine } from './terminal.js';

/** How much of a known amount of work is done. */
interface Counted {
  done: number;
  /** Undefined while it is being found out. */
  total?: number;
}

/** Shows how far a piece of work has come. */
export interface ShownProgress<T extends Counted> {
  show(progress: T): void;
  /** Takes the live line away. */
  end(): void;
}

/** Progress on standard error: one line that is rewritten on a terminal, else a line for each tenth. */
export function countedProgress<T extends Counted>(
  { errors, environment }: Terminal,
  quiet: boolean,
  standing: (progress: T) => string,
): ShownProgress<T> {
  const line = progressLine(errors, { live: wantsLiveLine(errors, environment), quiet });
  return {
    show(progress) {
      const { done, total } = progress;
      const stage = total === undefined ? 1 : 2 + Math.floor((10 * done) / Math.max(1, total));
      line.show(stage, () => standing(progress));
    },
    end: () => line.end(),
  };
}
