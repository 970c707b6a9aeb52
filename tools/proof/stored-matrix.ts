import { readFileSync } from 'node:fs';
import type { Matrix } from './matrix.js';
import { SOUND } from './no-fault.js';
import type { Outcome } from './worker-pool.js';

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
