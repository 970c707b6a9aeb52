import { request } from 'undici';
import type { Received } from './delaying-server.js';

/** The default of `--concurrency`. */
export const SLOTS = 4;

/** Sends requests again as they were, `SLOTS` at a time, and reads the responses. Returns the wall time in seconds. */
export async function sentBare(url: string, requests: readonly Received[]): Promise<number> {
  const queue = [...requests];
  const startedAt = performance.now();
  const slot = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { path, method, headers } = next;
      const { body } = await request(new URL(path, url), { method, headers });
      await body.bytes();
    }
  };
  await Promise.all(Array.from({ length: SLOTS }, slot));
  return (performance.now() - startedAt) / 1000;
}
