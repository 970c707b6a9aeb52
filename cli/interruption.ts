import { isatty } from 'node:tty';
import { EXIT } from './exit-status.js';

/** The user's wish to end the run early. */
export interface Interruption {
  /** Aborted by the first signal; a second one ends the process at once. */
  signal: AbortSignal;
  /** Signals have their usual effect again. */
  ignore(): void;
}

/** Ctrl-C, the request to end, and a terminal that was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Listens for signals from now on. `beforeEndingAtOnce` is called before a second one ends the process.
 */
export function watchForInterruption(beforeEndingAtOnce = () => {}): Interruption {
  const controller = new AbortController();
  const onTerminal = [0, 1, 2].some((stream) => isatty(stream));
  const interrupt = (name: NodeJS.Signals) => {
    if (name === 'SIGHUP' && onTerminal) process.once('exit', endByHangup);
    if (controller.signal.aborted) {
      beforeEndingAtOnce();
      process.exit(EXIT.interrupted);
    }
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    ignore() {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}

/** Node 20 aborts with a stack trace where it resets a terminal that is gone; the signal ends it before. */
function endByHangup(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
