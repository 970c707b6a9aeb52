import type { WriteSession } from './session.js';

/** The time between two looks, in milliseconds. */
const POLL_MS = 100;

/**
 * Looks until it has found what a write may cause later, as long as `waits.event` at most, and returns what the last
 * look found. `what` names it: what was waited for in vain once is not waited for again.
 */
export async function awaited<T>(
  session: WriteSession,
  what: string,
  look: () => Promise<T>,
  isFound: (found: T) => boolean,
): Promise<T> {
  const since = performance.now();
  for (;;) {
    const found = await look();
    if (isFound(found) || session.inVain.has(what)) return found;
    if (performance.now() - since >= session.waits.event) {
      session.inVain.add(what);
      return found;
    }
    await session.client.limiter.pause(POLL_MS);
    session.client.forgetReads();
  }
}
