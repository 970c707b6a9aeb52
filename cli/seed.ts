import { randomInt } from 'node:crypto';

/** A seed for a run that was given none; the report shows it. */
export function chosenSeed(): number {
  return randomInt(2 ** 31 - 1);
}
