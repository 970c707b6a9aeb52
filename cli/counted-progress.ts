import { wantsLiveLine } from './live-line.js';

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

/** Progress on a stream: one line that is rewritten on a terminal, else a line for each tenth. */
export function countedProgress<T extends Counted>(
  stream: NodeJS.WritableStream & { isTTY?: boolean },
  { quiet, environment }: { quiet: boolean; environment: NodeJS.ProcessEnv },
  standing: (progress: T) => string,
): ShownProgress<T> {
  if (quiet) return { show() {}, end() {} };
  const isLive = wantsLiveLine(stream, environment);
  let written = Number.NEGATIVE_INFINITY;
  let stage: number | 'start' | undefined;
  return {
    show(progress) {
      const now = performance.now();
      if (isLive && now - written >= PERIOD_MS) {
        written = now;
        stream.write(`\r${standing(progress)}\u001b[K`);
      }
      const { done, total } = progress;
      const reached = total === undefined ? 'start' : Math.floor((10 * done) / Math.max(1, total));
      if (isLive || reached === stage) return;
      stage = reached;
      stream.write(`${standing(progress)}\n`);
    },
    end() {
      if (written > Number.NEGATIVE_INFINITY) stream.write('\r\u001b[K');
    },
  };
}
