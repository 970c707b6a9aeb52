import { BroadcastChannel } from 'node:worker_threads';

/**
 * How the command tells the worker to stop. Vitest's own cancelling lets tests that have begun run
 * to their end, and here all of them begin at once.
 */
export interface StopChannel {
  /** Names the channel to the other side; plain data. */
  name: string;
  /** Tells the worker to stop. */
  stop(): void;
  close(): void;
}

/** Opens a channel of this process; nothing is kept alive by it. */
export function openStopChannel(): StopChannel {
  const name = `conformance ${process.pid} ${crypto.randomUUID()}`;
  const channel = new BroadcastChannel(name);
  channel.unref();
  return {
    name,
    stop: () => channel.postMessage('stop'),
    close: () => channel.close(),
  };
}

/** Calls back when the other side says stop. Returns what ends the listening. */
export function onStop(name: string, stop: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.unref();
  channel.onmessage = () => stop();
  return () => channel.close();
}
