import { BroadcastChannel } from 'node:worker_threads';
import type { Client } from '../client/client.js';

// Whether a run is at a standstill is decided in the main thread, which goes on if the worker does not: the worker
// tells it regularly whether anything is under way. A promise that nobody settles and an endless loop look alike. What
// ends a run early is told to the worker on the same channel: Vitest aborts no more than some of the tests that run.

/** How long a run may stand still before it is ended, in milliseconds. */
export const LONGEST_STANDSTILL_MS = 60_000;

/**
 * Into how many looks this time is divided. Only looks are counted, so that a machine that slept, or a thread that was
 * busy, did not stand still meanwhile.
 */
const LOOKS = 60;

/** How many looks there are for each time that the worker tells. */
const LOOKS_FOR_A_PULSE = 2;

/** Where the worker tells and is told, and how long it may stand still: plain data. */
export interface Watched {
  /** Of a name that no other run of this process has. */
  channel: string;
  standstillMs: number;
}

/** Tells, in the worker, whether the client is at work, and stops it when it is told so. Returns a function that ends this. */
export function tellPulse({ channel: name, standstillMs }: Watched, client: Client) {
  const { limiter, log } = client;
  const channel = new BroadcastChannel(name);
  channel.unref();
  channel.onmessage = (message) => {
    // Restoring goes on, with the client that may have been stopped.
    if (client.isStopped || limiter.isPersistent) return;
    const { data } = message as { data: unknown };
    client.stop(typeof data === 'string' ? data : undefined);
  };
  let requests = 0;
  const tell = () => {
    channel.postMessage(limiter.isBusy || log.requests !== requests);
    requests = log.requests;
  };
  tell();
  const timer = setInterval(tell, (standstillMs / LOOKS) * LOOKS_FOR_A_PULSE).unref();
  return () => {
    clearInterval(timer);
    channel.close();
  };
}

/** Watches a worker from the first time that it tells something. */
export class Watchdog {
  /** The looks since anything happened; undefined before the worker tells something. */
  #quiet: number | undefined;
  /** Why the worker is to stop. */
  #why: string | undefined;
  readonly #channel: BroadcastChannel;
  readonly #timer: NodeJS.Timeout;

  /** `onStandstill` is called once. */
  constructor({ channel, standstillMs }: Watched, onStandstill: () => void) {
    this.#channel = new BroadcastChannel(channel);
    this.#channel.unref();
    this.#channel.onmessage = (message) => {
      const isBusy = (message as { data: unknown }).data === true;
      if (isBusy || this.#quiet === undefined) this.#quiet = 0;
      // It did not listen before it told something.
      if (this.#why !== undefined) this.#channel.postMessage(this.#why);
    };
    this.#timer = setInterval(() => {
      if (this.#quiet === undefined) return;
      this.#quiet += 1;
      if (this.#quiet < LOOKS) return;
      this.stop();
      onStandstill();
    }, standstillMs / LOOKS);
  }

  /** Takes note that a check has begun, or has a verdict. */
  note(): void {
    if (this.#quiet !== undefined) this.#quiet = 0;
  }

  /** Stops the worker's client: what it has not sent yet ends with this reason. */
  stopWorker(why: string): void {
    this.#why = why;
    this.#channel.postMessage(why);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#channel.close();
  }
}
