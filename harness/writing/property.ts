import type { Arbitrary } from 'fast-check';
import { Violation } from '../violation.js';

/** How many more values are tried, once one has failed, in search of a smaller one. */
const MOST_SHRINKS = 30;

/** How many values are tried, and what chooses them. */
export interface PropertySettings<T> {
  runs: number;
  seed: number;
  /** Mixed into the seed, so that two requirements do not try the same. */
  id: string;
  /** A value in words; as fast-check writes it if not said. */
  inWords?: (value: T) => string;
}

/**
 * Tries values until one departs, then looks for a smaller one that does. Throws a Violation with
 * the smallest value, the seed and its path. What a predicate throws besides Violations ends the
 * search and is thrown as it is.
 */
export async function tryValues<T>(
  arbitrary: Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
  { runs, seed, id, inWords }: PropertySettings<T>,
): Promise<void> {
  let smallest: Violation | undefined;
  let ended: { by: unknown } | undefined;
  let shrinks = 0;
  // It weighs 8 MB, and most runs only read.
  const { default: fc } = await import('fast-check');
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (smallest !== undefined) shrinks += 1;
    if (ended !== undefined || shrinks > MOST_SHRINKS) return;
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
  const mixed = mix(seed, id);
  const details = await fc.check(property, { seed: mixed, numRuns: runs });
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
    { ...first, message: `${first.message}; smallest value: ${value}` },
    ...more,
  ]);
}

/** Another seed for each id: FNV-1a over its characters. */
export function mix(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of id) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash | 0;
}
