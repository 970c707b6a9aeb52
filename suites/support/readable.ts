import { TransportError } from '../../harness/client/transport-error.js';
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

/**
 * What is read of several things at once, in their order; empty for those that cannot be read. Throws the
 * TransportError of one that got no response if nothing is read of the others either.
 */
export async function readEach<T, R>(
  things: readonly T[],
  read: (thing: T) => Promise<R[]>,
): Promise<R[]> {
  const lost: TransportError[] = [];
  const one = async (thing: T): Promise<R[]> => {
    try {
      return await readable(() => read(thing));
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      lost.push(error);
      return [];
    }
  };
  const found = (await Promise.all(things.map(one))).flat();
  if (found.length === 0 && lost[0] !== undefined) throw lost[0];
  return found;
}
