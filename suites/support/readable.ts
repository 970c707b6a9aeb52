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
