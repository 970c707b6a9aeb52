import type { Fault } from '../fixtures/faults/fault.js';
import { failureCount, isDetected, type Matrix, medianFailures } from './matrix.js';

/** A condition on the matrix, and whether it holds. */
export interface Condition {
  says: string;
  holds: boolean;
  /** The value, or the exceptions. */
  found: string;
}

/** At most this many failing requirements per fault are few. */
const FEW = 3;

/** The share of faults that must have few failing requirements. */
const MOST = 0.9;

/** Checks the conditions on a matrix. `faults` name the requirements that must detect them. */
export function conditionsOf(matrix: Matrix, faults: readonly Fault[]): Condition[] {
  const claims = new Map(faults.map(({ id, detectedBy }) => [id, detectedBy]));
  const missed = matrix.faults.filter(({ id, failing }) =>
    claims.get(id)?.some((requirement) => failing[requirement] === undefined),
  );
  const unnamed = matrix.faults.filter(({ id, failing }) =>
    Object.keys(failing).some((requirement) => claims.get(id)?.includes(requirement) !== true),
  );
  const undetected = matrix.faults.filter((each) => !isDetected(each));
  const broken = matrix.faults.filter(
    ({ error, crashed }) => crashed !== undefined || Object.keys(error).length > 0,
  );
  const few = matrix.faults.filter((each) => failureCount(each) <= FEW).length;
  const median = medianFailures(matrix.faults);
  const total = matrix.faults.length;
  return [
    {
      says: 'no requirement fails on the reference without a fault',
      holds: isClean(matrix),
      found: isClean(matrix) ? 'no exceptions' : JSON.stringify(matrix.sound),
    },
    none('every fault is detected by every requirement that it names', missed),
    none('no fault is detected by a requirement that it does not name', unnamed),
    none('every fault is detected', undetected),
    none(
      'every requirement that can fail detects a fault',
      matrix.neverFailing.map((id) => ({ id })),
    ),
    {
      says: 'the median number of failing requirements per fault is 1',
      holds: median === 1,
      found: String(median),
    },
    {
      says: `nine of ten faults make at most ${FEW} requirements fail`,
      holds: few >= MOST * total,
      found: `${few} of ${total}`,
    },
    none(
      'no fault causes a suite error or a crash',
      broken.map(({ id, crashed }) => ({ id: [id, ...firstLine(crashed)].join(': ') })),
    ),
  ];
}

function none(says: string, against: readonly { id: string }[]): Condition {
  const holds = against.length === 0;
  return { says, holds, found: holds ? 'no exceptions' : against.map(({ id }) => id).join(', ') };
}

/** The first line of the reason of a crash. The stack was printed during the evaluation. */
function firstLine(crashed: string | undefined): string[] {
  return crashed === undefined ? [] : crashed.split('\n', 1);
}

function isClean({ sound }: Matrix): boolean {
  if ('crashed' in sound) return false;
  return [sound.failing, sound.inconclusive, sound.error].every(
    (rows) => Object.keys(rows).length === 0,
  );
}
