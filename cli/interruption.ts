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
  const interrupt = () => {
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

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
