import { TransportError } from './client/transport-error.js';
import { Inconclusive } from './violation.js';

/** Whether the answer to a write was lost: only a read tells what the write did (docs/verdicts.md B-49). */
function isLostWrite(error: unknown): boolean {
  if (error instanceof TransportError) return error.isOfWrite;
  return error instanceof Inconclusive && error.code === 'no-answer';
}

/**
 * Does a step once more, from its first read on, if the answer to one of its writes was lost. Whatever that write did
 * is then what was there before, and no answer to a repetition is taken for that to the first.
 */
export async function onceMore<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!isLostWrite(error)) throw error;
    return step();
  }
}
