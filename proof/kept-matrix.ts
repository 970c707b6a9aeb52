import { readFileSync } from 'node:fs';
import type { Matrix } from './matrix.js';
import { SOUND } from './sound.js';
import type { Outcome } from './worker-pool.js';

/** The matrix as it is kept in the folder of the proof. Throws the system's error if there is none. */
export function keptMatrix(folder: URL): Matrix {
  return JSON.parse(readFileSync(new URL('matrix.json', folder), 'utf8')) as Matrix;
}

/** What a matrix says of each fault, and of the sound reference, by id. */
export function outcomesOf({ sound, faults }: Matrix): Map<string, Outcome> {
  const outcomes = faults.map(({ id, red, inconclusive, error, crashed }): [string, Outcome] => [
    id,
    crashed === undefined ? { red, inconclusive, error } : { crashed },
  ]);
  return new Map([[SOUND, sound], ...outcomes]);
}
