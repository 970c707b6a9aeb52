import { readFileSync } from 'node:fs';
import type { Fault } from '../../fixtures/faults/fault.js';
import { medianOf } from '../../harness/client/traffic-log.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Rows } from './finding.js';
import type { Outcome } from './worker-pool.js';

/** Stands for the reference without a fault where a fault id is expected. */
export const SOUND = 'sound';

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
  /** The clients that a variant breaks. */
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
 * Whether one of the requirements that a fault names fails; of a variant that names none, whether a client no
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
  return medianOf(faults.map(failureCount));
}

/** Reads the matrix in a folder. Throws the error of the file system if there is none. */
export function storedMatrix(folder: URL): Matrix {
  return JSON.parse(readFileSync(new URL('matrix.json', folder), 'utf8')) as Matrix;
}

/** The outcomes of a matrix by fault id, including that of the reference without a fault. */
export function outcomesOf({ sound, faults }: Matrix): Map<string, Outcome> {
  const outcomes = faults.map(
    ({ id, failing, inconclusive, error, crashed, breaks }): [string, Outcome] => [
      id,
      crashed === undefined ? { failing, inconclusive, error, breaks } : { crashed },
    ],
  );
  return new Map([[SOUND, sound], ...outcomes]);
}

/**
 * The result of the first run of the suite on a set of faults, before the suite was changed because of
 * them: the requirements that failed, by the id of the fault. It is never measured again.
 */
export type BaselineDetection = Record<string, readonly string[]>;

/** The requirements that failed and that warned in the first run on a defect that nobody had planned. */
export type UnplannedDetection = Record<
  string,
  { fail: readonly string[]; warn: readonly string[] }
>;

/** A fault that was removed from the catalogue, because the suite cannot be expected to detect it. */
export interface Removed {
  id: string;
  says: string;
  /** Why a conforming instance may behave in the same way, or why no check may look for it. */
  why: string;
  /** Set if it was written with knowledge of the checks, so that it is in no baseline. */
  writtenFrom?: 'suite';
}

/** What is recorded of faults besides the matrix, and written by hand. */
export interface Records {
  /** Of the faults written from the specification. */
  baseline: BaselineDetection;
  /** Of the faults written from the history of the real server. */
  baselineOfHistory: BaselineDetection;
  unplanned: UnplannedDetection;
  removed: readonly Removed[];
}

/** Reads the records in a folder. Throws the error of the file system if one is missing. */
export function storedRecords(folder: URL): Records {
  const faultsIn = (name: string) =>
    JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')).faults;
  return {
    baseline: faultsIn('baseline-detection'),
    baselineOfHistory: faultsIn('baseline-detection-history'),
    unplanned: faultsIn('baseline-detection-unplanned'),
    removed: faultsIn('removed'),
  };
}

/** The number of faults that were detected. */
export function detectedAtBaseline(baseline: BaselineDetection): number {
  return Object.values(baseline).filter((requirements) => requirements.length > 0).length;
}
