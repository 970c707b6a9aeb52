import type { Fault } from '../../fixtures/faults/fault.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Rows } from './finding.js';
import type { Outcome } from './worker-pool.js';

/** Which requirements fail under which fault, in which versions; stored as tools/proof/matrix.json. */
export interface Matrix {
  format: 'conformance-proof/2';
  /** The results on the reference without a fault; nothing fails. */
  sound: Outcome;
  faults: EvaluatedFault[];
  /** Requirements that no fault makes fail, except those of the level `observe`, which cannot fail. */
  neverFailing: string[];
}

/** A fault, with the verdicts that it changes. */
export interface EvaluatedFault {
  id: string;
  says: string;
  writtenFrom: Fault['writtenFrom'];
  failing: Rows;
  inconclusive: Rows;
  error: Rows;
  /** The clients that a habit breaks. */
  breaks?: string[];
  crashed?: string;
}

/** Assembles the matrix, in the order of the fault catalogue. */
export function assembleMatrix(
  faults: readonly Fault[],
  requirements: readonly Requirement[],
  sound: Outcome,
  outcomes: ReadonlyMap<string, Outcome>,
): Matrix {
  const evaluated = faults.map(({ id, says, writtenFrom }) => {
    const outcome = outcomes.get(id) ?? { crashed: 'not evaluated' };
    const nothing = { failing: {}, inconclusive: {}, error: {} };
    return { id, says, writtenFrom, ...nothing, ...outcome };
  });
  const failing = new Set(evaluated.flatMap((each) => Object.keys(each.failing)));
  return {
    format: 'conformance-proof/2',
    sound,
    faults: evaluated,
    neverFailing: requirements
      .filter(({ id, level }) => level !== 'observe' && !failing.has(id))
      .map(({ id }) => id),
  };
}

/** The number of requirements that fail under a fault. */
export function failureCount({ failing }: EvaluatedFault): number {
  return Object.keys(failing).length;
}

/**
 * Whether one of the requirements that a fault names fails; of a habit that names none, whether a client no
 * longer works. The declarations of the faults name the requirements.
 */
export function isDetected(
  { id, failing, breaks = [] }: EvaluatedFault,
  faults: readonly Fault[],
): boolean {
  const named = faults.find((each) => each.id === id)?.detectedBy ?? [];
  if (named.length === 0) return breaks.length > 0;
  return named.some((requirement) => failing[requirement] !== undefined);
}

/** The median number of failing requirements per fault; 0 without faults. */
export function medianFailures(faults: readonly EvaluatedFault[]): number {
  const sorted = faults.map(failureCount).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
