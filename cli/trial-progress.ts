import { number, several } from '../reporters/view/quantities.js';
import type { TrialProgress } from '../trials/try-client.js';
import { wantsLiveLine } from './live-line.js';

/** How long the live line stands before it is written again. */
const PERIOD_MS = 100;

/** Shows how far the trial of a client has come. */
export interface ShownProgress {
  show(progress: TrialProgress): void;
  /** Takes the live line away. */
  end(): void;
}

/** Progress on a stream: one line that is rewritten on a terminal, else a line for each tenth. */
export function trialProgress(
  stream: NodeJS.WritableStream & { isTTY?: boolean },
  { quiet, environment }: { quiet: boolean; environment: NodeJS.ProcessEnv },
): ShownProgress {
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

function standing({ done, total, reactions }: TrialProgress): string {
  if (total === undefined) return 'running the command on the instance where it works';
  const facts = [
    `${number(done)} of ${several(total, 'run')}`,
    ...(reactions.crashes > 0 ? [`${number(reactions.crashes)} crashed`] : []),
    ...(reactions['silently different'] > 0
      ? [`${number(reactions['silently different'])} silently different`]
      : []),
  ];
  return facts.join(' · ');
}
