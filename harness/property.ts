import fc, { type Arbitrary } from 'fast-check';
import { Violation } from './violation.js';

/** How many values are tried, if nothing else is said. */
const VALUES = 3;

/** The usual limit for further values after a failure, to find a smaller one. */
const MOST_SHRINKS = 30;

/** The number of values, and their seed. */
export interface PropertySettings<T> {
  runs?: number;
  seed: number;
  /** Mixed into the seed, so that requirements and versions use different values. */
  id: string;
  /** Describes a value; by default in the notation of fast-check. */
  inWords?: (value: T) => string;
  /** The limit for further values after a failure, to find a smaller one. */
  shrinks?: number;
}

/**
 * Tries values until one fails, then searches for a smaller one. Throws a Violation with the
 * smallest value, the seed and the path. Other exceptions of the predicate end the search and are
 * passed on.
 */
export async function tryValues<T>(
  arbitrary: Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
  { runs = VALUES, seed, id, inWords, shrinks: most = MOST_SHRINKS }: PropertySettings<T>,
): Promise<void> {
  let smallest: Violation | undefined;
  let ended: { by: unknown } | undefined;
  let shrinks = 0;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (smallest !== undefined) shrinks += 1;
    if (ended !== undefined || shrinks > most) return;
    try {
      await predicate(value);
    } catch (error) {
      if (!(error instanceof Violation)) {
        ended = { by: error };
        return;
      }
      smallest = error;
      throw error;
    }
  });
  const details = await fc.check(property, { seed: mixed(seed, id), numRuns: runs });
  if (smallest === undefined) {
    if (ended !== undefined) throw (ended as { by: unknown }).by;
    return;
  }
  const [value] = details.counterexample ?? [];
  const said = value === undefined || inWords === undefined ? fc.stringify(value) : inWords(value);
  throw described(smallest, `${said} (--seed ${seed}, path ${details.counterexamplePath})`);
}

function described({ mismatches }: Violation, value: string): Violation {
  const [first, ...more] = mismatches;
  if (first === undefined) return new Violation([{ message: `violated by ${value}` }]);
  return new Violation([
    { ...first, message: `${first.message}; counterexample: ${value}` },
    ...more,
  ]);
}

/** A different seed per id: FNV-1a over its characters. */
export function mixed(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of id) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash | 0;
}
