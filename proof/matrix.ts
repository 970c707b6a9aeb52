import type { Fault } from '../fixtures/faults/fault.js';
import type { Requirement } from '../harness/requirement.js';
import type { Rows } from './finding.js';
import type { Outcome } from './worker-pool.js';

/** Which fault turns which requirement red, in which versions; kept as proof/matrix.json. */
export interface Matrix {
  format: 'conformance-proof/1';
  /** What the suite finds on the reference without any fault: nothing. */
  sound: Outcome;
  faults: JudgedFault[];
  /** Requirements that no fault has turned red; those of the level `observe` cannot be. */
  neverRed: string[];
}

/** One fault, and all that it did to the verdicts. */
export interface JudgedFault {
  id: string;
  says: string;
  thoughtUp: Fault['thoughtUp'];
  red: Rows;
  inconclusive: Rows;
  error: Rows;
  crashed?: string;
}

/** Puts the matrix together, in the order of the catalogue of faults. */
export function assembleMatrix(
  faults: readonly Fault[],
  requirements: readonly Requirement[],
  sound: Outcome,
  outcomes: ReadonlyMap<string, Outcome>,
): Matrix {
  const judged = faults.map(({ id, says, thoughtUp }) => {
    const outcome = outcomes.get(id) ?? { crashed: 'it was not judged' };
    const nothing = { red: {}, inconclusive: {}, error: {} };
    return { id, says, thoughtUp, ...nothing, ...outcome };
  });
  const red = new Set(judged.flatMap((each) => Object.keys(each.red)));
  return {
    format: 'conformance-proof/1',
    sound,
    faults: judged,
    neverRed: requirements
      .filter(({ id, level }) => level !== 'observe' && !red.has(id))
      .map(({ id }) => id),
  };
}

/** How many rows a fault flips. */
export function flips({ red }: JudgedFault): number {
  return Object.keys(red).length;
}

/** The fault that flips the middle number of rows; 0 where there are no faults. */
export function medianFlips(faults: readonly JudgedFault[]): number {
  const sorted = faults.map(flips).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
