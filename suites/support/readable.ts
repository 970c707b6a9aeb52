import { Inconclusive } from '../../harness/violation.js';

/**
 * Returns an empty array if a list or an object cannot be read: a requirement of its resource
 * reports that.
 */
export async function readable<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}

/** What is read of several things at once, in their order; empty for those that cannot be read. */
export async function readEach<T, R>(
  things: readonly T[],
  read: (thing: T) => Promise<R[]>,
): Promise<R[]> {
  const found = await Promise.all(things.map((thing) => readable(() => read(thing))));
  return found.flat();
}
