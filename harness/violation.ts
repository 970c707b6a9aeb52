/** A mismatch before it is reported: plain data, neither masked nor truncated. */
export interface Mismatch {
  message: string;
  /** JSON pointer into the body of the exchange. */
  pointer?: string;
  expected?: string;
  /** The value; the report has it as truncated JSON. `undefined` is displayed as nothing. */
  received?: unknown;
  /** The number of the exchange. */
  exchange?: number;
  /** How many objects have it, if it was counted, and the ids of the first of them. */
  count?: number;
  ids?: readonly (number | string)[];
}

/**
 * A requirement is violated. Only `expect` throws it; any other exception of a check is a suite
 * error, not a failure of the instance.
 */
export class Violation extends Error {
  override readonly name = 'Violation';

  /** The mismatches, most important first; at least one. */
  constructor(readonly mismatches: readonly Mismatch[]) {
    super(mismatches[0]?.message ?? 'violated');
  }
}

/** A requirement could not be checked: the reason says what is missing. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

/**
 * The response to a write was another object: nothing more is written there, and one requirement
 * reports it.
 */
export class AnsweredWithAnother extends Inconclusive {
  constructor(readonly mismatch: Mismatch) {
    super(`${mismatch.message}; nothing more was written there`);
  }
}

/**
 * Credentials of the required kind are not configured: the user's choice, not a gap of the
 * instance.
 */
export class NotGiven extends Inconclusive {}

/**
 * Ends a check without a verdict. `reason` tells an operator what is missing ("no cover letter with
 * comments in the first 30 covers").
 */
export function inconclusive(reason: string): never {
  throw new Inconclusive(reason);
}
