import type { Fault } from '../fixtures/faults/fault.js';
import type { Requirement } from '../harness/requirement.js';
import type { Rows } from './finding.js';
import type { Outcome } from './worker-pool.js';

/** Which requirements fail under which fault, in which versions; stored as proof/matrix.json. */
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

/** Whether a requirement fails under a fault, or a client no longer works. */
export function isDetected(fault: EvaluatedFault): boolean {
  return failureCount(fault) > 0 || (fault.breaks ?? []).length > 0;
}

/** The median number of failing requirements per fault; 0 without faults. */
export function medianFailures(faults: readonly EvaluatedFault[]): number {
  const sorted = faults.map(failureCount).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
