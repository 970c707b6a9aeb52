import { inApi } from '../specification/endpoint-of-request.js';
import { mayLack } from '../specification/endpoints.js';
import { named } from './client/answer.js';
import type { Reason, ReasonCode } from './reason.js';

/** What is wrong, by kind. */
export type ViolationKind =
  | 'status'
  | 'response'
  | 'not-json'
  | 'json-type'
  | 'value'
  | 'missing'
  | 'premature'
  | 'type'
  | 'rows'
  | 'order'
  | 'page'
  | 'count'
  | 'link'
  | 'exposed'
  | 'different'
  | 'other';

/** A mismatch before it is reported: plain data, neither masked nor truncated. */
export interface Mismatch {
  message: string;
  /** `other` unless given. */
  kind?: ViolationKind;
  /** JSON pointer into the body of the exchange. */
  pointer?: string;
  expected?: string;
  /** The value; the report has it as truncated JSON. `undefined` is displayed as nothing. */
  received?: unknown;
  /** The number of the exchange. */
  exchange?: number;
  /** The numbers of others that its message reports as well. */
  others?: readonly number[];
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

  constructor(
    says: string,
    readonly code: ReasonCode = 'no-data',
    readonly values?: Reason['values'],
  ) {
    super(says);
  }
}

/**
 * The response to a write shows that nothing more may be written to its object, as one requirement reports: it is
 * another object, or the old values of the object are not taken back.
 */
export class NoMoreWrites extends Inconclusive {
  constructor(readonly mismatch: Mismatch) {
    super(`${mismatch.message}; nothing more was written there`, 'not-written');
  }
}

/** A write was not sent, because of what it could leave. Other writes are judged all the same. */
export class NotSent extends Inconclusive {}

/**
 * A write could change a field whose old value cannot be put back: the instance does not show it, or does not take it
 * back, or another client changes it.
 */
export class UnsavedField extends NotSent {
  constructor(says: string, field: string) {
    super(says, 'not-written', { field });
  }
}

/**
 * Credentials of the required kind are not configured: the user's choice, not a gap of the
 * instance.
 */
export class NotGiven extends Inconclusive {
  constructor(says: string) {
    super(says, 'role-missing');
  }
}

/** The version lacks a list that it may lack: what only that list could show is not applicable there. */
export class NotInVersion extends Inconclusive {
  constructor(says: string, values?: { request: string }) {
    super(says, 'not-in-version', values);
  }
}

/** What is checked is served by another host, which is not under test: it is not applicable. */
export class OnOtherHost extends Inconclusive {
  constructor(says: string) {
    super(says, 'other-origin');
  }
}

/**
 * Ends a check without a verdict. The sentence tells an operator what is missing ("no cover letter with
 * comments in the first 30 covers"), the code tells programs; usually it is data.
 */
export function inconclusive(says: string, code?: ReasonCode, values?: Reason['values']): never {
  throw new Inconclusive(says, code, values);
}

/** The same where a request that a check builds on got another answer; `but` says what was expected. */
export function unanswered(
  answer: Parameters<typeof named>[0] & { status: number },
  but = '',
): never {
  const [request, { status }] = [named(answer), answer];
  if (isNotInVersion(answer)) {
    throw new NotInVersion(`${request} returned 404, which this version may`, { request });
  }
  throw new Inconclusive(`${request} returned ${status}${but}`, 'failed-request', {
    request,
    status,
  });
}

/** Whether the response to the first page of a list is that the version does not have it, which it need not. */
export function isNotInVersion({ url, status }: { url: string; status: number }): boolean {
  const { version, path = '' } = inApi(url) ?? {};
  const isPlain = [...new URL(url).searchParams.keys()].every((name) => name === 'per_page');
  return status === 404 && isPlain && mayLack(version, path.slice(1));
}
