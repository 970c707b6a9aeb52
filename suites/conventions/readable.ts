import { Inconclusive } from '../../harness/violation.js';

/** Nothing, where a list or an object cannot be read: that is judged in the chapter of its resource. */
export async function readable<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}
