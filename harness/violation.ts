/** One mismatch, before it is put into the report: plain data, not yet masked or cut. */
export interface Mismatch {
  message: string;
  /** JSON pointer into the body of the exchange. */
  pointer?: string;
  expected?: string;
  /** The value itself; the report shows it as JSON, cut to a length. `undefined` is shown as nothing. */
  received?: unknown;
  /** Number of the exchange that shows it. */
  exchange?: number;
}

/**
 * A requirement does not hold. Thrown by `expect` only; whatever else a check throws is the suite's
 * own error and never counts against the instance.
 */
export class Violation extends Error {
  override readonly name = 'Violation';

  /** Takes every mismatch found, the most telling first; at least one. */
  constructor(readonly mismatches: readonly Mismatch[]) {
    super(mismatches[0]?.message ?? 'violated');
  }
}

/** A requirement could not be judged: the reason says what is missing. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

/** A write was answered with another object: nothing more is written there, and one requirement fails of it. */
export class AnsweredWithAnother extends Inconclusive {
  constructor(readonly mismatch: Mismatch) {
    super(`${mismatch.message}, so nothing more was written there`);
  }
}

/** The user gave no credentials of the kind that it takes: that is a choice, and no gap of the instance. */
export class NotGiven extends Inconclusive {}

/**
 * Ends a check without a verdict. `reason` is for an operator: what is missing, in plain words
 * ("no cover letter with comments in the first 30 covers").
 */
export function inconclusive(reason: string): never {
  throw new Inconclusive(reason);
}
