import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { EXIT } from '../harness/outcome.js';

/** Signals that end the run early. */
export interface Interruption {
  /** Aborted by the first signal; the same signal again ends the process at once. */
  signal: AbortSignal;
  /** Removes the signal handlers. */
  ignore(): void;
}

/**
 * Every signal that ends a process and can be caught: Ctrl-C, the request to end, a terminal that was
 * closed, Ctrl-\, Ctrl-Break, a limit of processor time, and what else a supervisor may send. SIGUSR1,
 * SIGPIPE and SIGXFSZ end no process of Node's.
 */
const SIGNALS = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGBREAK',
  'SIGABRT',
  'SIGALRM',
  'SIGVTALRM',
  'SIGUSR2',
  'SIGXCPU',
  'SIGIO',
  'SIGPWR',
  'SIGSTKFLT',
] as const satisfies readonly NodeJS.Signals[];

/** A signal repeated within this time is the same request: npx forwards a Ctrl-C that the terminal sent, too. */
const SAME_WISH_MS = 1000;

/**
 * Installs signal handlers. The first signal aborts. The same signal a second later calls
 * `beforeEndingAtOnce` and ends the process at once. SIGHUP never does: the terminal, the shell and the
 * system each send one when a connection is lost.
 */
export function watchForInterruption(beforeEndingAtOnce = () => {}): Interruption {
  const controller = new AbortController();
  const onTerminal = [0, 1, 2].some((stream) => isatty(stream));
  const sentAt = new Map<NodeJS.Signals, number>();
  const interrupt = (name: NodeJS.Signals) => {
    if (name === 'SIGHUP' && onTerminal) process.once('exit', endByHangup);
    const now = performance.now();
    const before = sentAt.get(name) ?? now;
    sentAt.set(name, before);
    if (name !== 'SIGHUP' && now - before >= SAME_WISH_MS) {
      beforeEndingAtOnce();
      process.exit(EXIT.interrupted);
    }
    controller.abort();
  };
  for (const signal of known()) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    ignore() {
      for (const signal of known()) process.off(signal, interrupt);
    },
  };
}

/**
 * Makes signals end process 1 of a container as they end any other process, with 128 and their number: the kernel has
 * no default action for it. While a subcommand handles a signal by itself, nothing else happens. Replaces the handlers of
 * cli/conformance.js.
 */
export function endAsAnyProcess(): void {
  if (process.pid !== 1) return;
  for (const signal of known()) {
    const early = process.listeners(signal);
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
    // After it, so that the signal is never without a handler.
    for (const listener of early) process.off(signal, listener);
  }
}

/** The signals that this system has. */
function known() {
  return SIGNALS.filter((name) => Object.hasOwn(constants.signals, name));
}

/** Node 20 aborts with a stack trace when it resets a closed terminal; the signal ends the process before. */
function endByHangup(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** A signal that ends the work when the time of `--max-duration` is over; never without it. The reason is a text. */
export function timeLimit(work: string, ms: number | undefined): AbortSignal {
  const controller = new AbortController();
  const end = () =>
    controller.abort(`${work} reached its --max-duration of ${Number(ms) / 1000} s`);
  // It keeps no process up whose work is done.
  if (ms !== undefined) setTimeout(end, ms).unref();
  return controller.signal;
}
