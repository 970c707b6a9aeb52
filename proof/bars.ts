import type { Fault } from '../fixtures/faults/fault.js';
import { flips, type Matrix, medianFlips } from './matrix.js';

/** Something that the proof has to show, and what it came to. */
export interface Bar {
  says: string;
  holds: boolean;
  /** The figure, or what stands in the way. */
  found: string;
}

/** A fault flips few rows if it flips no more than this. */
const FEW = 3;

/** The share of the faults that must flip few rows. */
const MOST = 0.9;

/** Holds a matrix against what it must show. `faults` say by which requirements they must be caught. */
export function barsOf(matrix: Matrix, faults: readonly Fault[]): Bar[] {
  const claims = new Map(faults.map(({ id, caughtBy }) => [id, caughtBy]));
  const missed = matrix.faults.filter(({ id, red }) =>
    claims.get(id)?.some((requirement) => red[requirement] === undefined),
  );
  const unnamed = matrix.faults.filter(({ id, red }) =>
    Object.keys(red).some((requirement) => claims.get(id)?.includes(requirement) !== true),
  );
  const survivors = matrix.faults.filter((each) => flips(each) === 0);
  const broken = matrix.faults.filter(
    ({ error, crashed }) => crashed !== undefined || Object.keys(error).length > 0,
  );
  const few = matrix.faults.filter((each) => flips(each) <= FEW).length;
  const median = medianFlips(matrix.faults);
  const total = matrix.faults.length;
  return [
    {
      says: 'the sound reference stays clean',
      holds: isClean(matrix),
      found: isClean(matrix) ? 'nothing red' : JSON.stringify(matrix.sound),
    },
    none('every fault is caught by every requirement that it names', missed),
    none('no fault turns a requirement red that it does not name', unnamed),
    none('no fault survives', survivors),
    none(
      'every requirement that can fail is turned red by a fault',
      matrix.neverRed.map((id) => ({ id })),
    ),
    { says: 'the median fault flips one requirement', holds: median === 1, found: String(median) },
    {
      says: `nine of ten faults flip at most ${FEW}`,
      holds: few >= MOST * total,
      found: `${few} of ${total}`,
    },
    none(
      'no fault produces an error or a crash',
      broken.map(({ id, crashed }) => ({ id: [id, ...firstLine(crashed)].join(': ') })),
    ),
  ];
}

function none(says: string, against: readonly { id: string }[]): Bar {
  const holds = against.length === 0;
  return { says, holds, found: holds ? 'no exception' : against.map(({ id }) => id).join(', ') };
}

/** What brought a fault down; the stack has been told where it was judged. */
function firstLine(crashed: string | undefined): string[] {
  return crashed === undefined ? [] : crashed.split('\n', 1);
}

function isClean({ sound }: Matrix): boolean {
  if ('crashed' in sound) return false;
  return [sound.red, sound.inconclusive, sound.error].every(
    (rows) => Object.keys(rows).length === 0,
  );
}
