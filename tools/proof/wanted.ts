import { GROUPS } from '../../cli/catalogue.js';
import type { Fault } from '../../fixtures/faults/fault.js';
import type { Need } from '../../harness/requirement.js';
import type { Wanted } from './evaluation.js';

/** More random queries per list, and sequences of writes, than a usual run tries. */
const THOROUGH = 6;

/** Every requirement, writes included. */
const EVERYTHING: Wanted = { thorough: THOROUGH, writes: {}, hazardous: true };

/** For habits that break clients: the client contracts, with writes. */
const CONTRACTS: Wanted = { contracts: true, writes: {} };

/** For faults of long lists: every read-only requirement and an exhaustive scan. */
const WHOLE_LISTS: Wanted = { thorough: THOROUGH, scan: {} };

/** The groups whose requirements try more if a run is thorough. */
const RANDOM = ['combinations', 'write-sequences'];

/**
 * Returns the run that evaluates a fault: writes, hazardous inputs and many random queries only if a
 * requirement that the fault names needs them, because they are most of the cost. The reference without a
 * fault, and a fault that names nothing, get everything.
 */
export function wantedFor(fault: Fault | undefined): Wanted {
  if (fault?.breaksClients) return CONTRACTS;
  if (fault?.exhaustive) return WHOLE_LISTS;
  if (fault === undefined || fault.detectedBy.length === 0) return EVERYTHING;
  const named = GROUPS.flatMap(({ name, requirements }) =>
    requirements
      .filter(({ id }) => fault.detectedBy.includes(id))
      .map(({ needs }) => ({ needs, isRandom: RANDOM.includes(name) })),
  );
  const needed = (need: Need) => named.some(({ needs }) => needs.includes(need));
  return {
    thorough: named.some(({ isRandom }) => isRandom) ? THOROUGH : undefined,
    writes: needed('writes') ? {} : undefined,
    hazardous: needed('hazardous-inputs'),
  };
}
