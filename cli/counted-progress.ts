import { type Terminal, wantsLiveLine } from './terminal.js';

/** How long the live line stands before it is written again. */
const PERIOD_MS = 100;

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
  if (quiet) return { show() {}, end() {} };
  const isLive = wantsLiveLine(errors, environment);
  let written = Number.NEGATIVE_INFINITY;
  let stage: number | 'start' | undefined;
  return {
    show(progress) {
      const now = performance.now();
      if (isLive && now - written >= PERIOD_MS) {
        written = now;
        errors.write(`\r${standing(progress)}\u001b[K`);
      }
      const { done, total } = progress;
      const reached = total === undefined ? 'start' : Math.floor((10 * done) / Math.max(1, total));
      if (isLive || reached === stage) return;
      stage = reached;
      errors.write(`${standing(progress)}\n`);
    },
    end() {
      if (written > Number.NEGATIVE_INFINITY) errors.write('\r\u001b[K');
    },
  };
}
