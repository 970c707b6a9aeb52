import { BroadcastChannel } from 'node:worker_threads';
import { isObject } from '../place.js';

/**
 * How the command tells the worker to stop. Vitest's own cancelling lets tests that have begun run
 * to their end, and here all of them begin at once.
 */
export interface StopChannel {
  /** Names the channel to the other side; plain data. */
  name: string;
  /** Tells the worker to stop, and why, in words. */
  stop(why: string): void;
  close(): void;
}

/** Opens a channel of this process; nothing is kept alive by it. */
export function openStopChannel(): StopChannel {
  const name = `conformance ${process.pid} ${crypto.randomUUID()}`;
  const channel = new BroadcastChannel(name);
  channel.unref();
  return {
    name,
    stop: (why) => channel.postMessage(why),
    close: () => channel.close(),
  };
}

/** Calls back when the other side says stop. Returns what ends the listening. */
export function onStop(name: string, stop: (why: string) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.unref();
  channel.onmessage = (message) => stop(String(isObject(message) ? message.data : message));
  return () => channel.close();
}
