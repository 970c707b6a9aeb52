import { EXIT } from './exit-status.js';

/** The user's wish to end the run early. */
export interface Interruption {
  /** Aborted by the first Ctrl-C or SIGTERM; a second one ends the process at once. */
  signal: AbortSignal;
  /** Signals have their usual effect again. */
  ignore(): void;
}

/**
 * Listens for SIGINT and SIGTERM from now on. `beforeEndingAtOnce` is called before a second one ends
 * the process.
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
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    ignore() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
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
