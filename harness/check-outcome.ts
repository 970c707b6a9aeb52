import { Stopped } from './client/stopped.js';
import { ForeignOrigin, TransportError } from './client/transport-error.js';
import { JournalUnwritable } from './journal.js';
import type { Reason } from './reason.js';
import type { Requirement } from './requirement.js';
import type { StillThere } from './still-there.js';
import type { Verdict } from './verdict.js';
import {
  Inconclusive,
  type Mismatch,
  NotGiven,
  NotInVersion,
  OnOtherHost,
  Violation,
} from './violation.js';

/** How many stack frames of an error are reported. */
const MOST_PLACES = 4;

/** What became of a check: its verdict, with a reason or with the mismatches. */
export interface Outcome {
  verdict: Verdict;
  reason?: Reason;
  mismatches?: readonly Mismatch[];
}

/** The outcome of a check that threw nothing. One of level `observe` without an observation is inconclusive. */
export function passed(
  requirement: Requirement,
  observed: unknown,
  accepted: string[],
  compared: number,
): Outcome {
  const says = [...new Set(accepted)].join('; ');
  const reason: Reason | undefined = says === '' ? undefined : { code: 'accepted', says };
  if (requirement.level !== 'observe') {
    if (compared > 0 || reason !== undefined) return { verdict: 'pass', reason };
    return { verdict: 'inconclusive', reason: { code: 'no-data', says: 'nothing was compared' } };
  }
  if (observed !== undefined) return { verdict: 'observed', reason };
  return { verdict: 'inconclusive', reason: { code: 'no-data', says: 'nothing was observed' } };
}

/** The outcome of a check that threw an error. */
export function outcomeOf(error: unknown, requirement: Requirement): Outcome {
  if (error instanceof Violation && requirement.level !== 'observe') {
    const verdict = requirement.level === 'must' ? 'fail' : 'warn';
    return { verdict, mismatches: error.mismatches };
  }
  const says = error instanceof Error ? error.message : String(error);
  if (error instanceof Inconclusive) {
    const { code, values } = error;
    return { verdict: verdictOf(error), reason: { code, says, values } };
  }
  if (error instanceof Stopped) {
    return { verdict: 'inconclusive', reason: { code: 'ended-early', says } };
  }
  if (error instanceof ForeignOrigin) {
    return { verdict: 'inconclusive', reason: { code: 'other-origin', says } };
  }
  if (error instanceof TransportError) {
    return { verdict: 'error', reason: { code: 'no-answer', says, values: { cause: error.code } } };
  }
  if (error instanceof JournalUnwritable) {
    return { verdict: 'inconclusive', reason: { code: 'not-written', says } };
  }
  return { verdict: 'error', reason: suiteBug(error) };
}

function verdictOf(error: Inconclusive): Verdict {
  if (error instanceof NotGiven) return 'skipped';
  const isApplicable = !(error instanceof NotInVersion || error instanceof OnOtherHost);
  return isApplicable ? 'inconclusive' : 'not-applicable';
}

/** The reason for an error of the suite itself. */
export function suiteBug(error: unknown): Reason {
  const says = `a bug in the check itself (please report it): ${cameFrom(error)}`;
  return { code: 'suite-bug', says };
}

/** The verdicts of checks that did not hold, or could not be done. */
const OPEN: readonly Verdict[] = ['fail', 'warn', 'inconclusive'];

/**
 * An error in place of the outcome of a check that did not hold because what it asked is there no longer. A refused write
 * may also be what a requirement asks for, and be refused for that.
 */
export async function unlessGone(
  outcome: Outcome,
  { needs }: Pick<Requirement, 'needs'>,
  evidence: Iterable<number>,
  stillThere: StillThere,
): Promise<Outcome> {
  const { verdict, mismatches = [] } = outcome;
  if (!OPEN.includes(verdict) && !needs.includes('writes')) return outcome;
  const named = mismatches.flatMap(({ exchange = [], others = [] }) => [exchange, others].flat());
  const gone = await stillThere.whyGone(new Set([...named, ...evidence]));
  return gone === undefined ? outcome : { verdict: 'error', reason: gone };
}

/** Whether an outcome depends on numbers: not the form of an object, and not a server error. */
export function isJudgedByValues(requirement: Requirement, { mismatches = [] }: Outcome): boolean {
  const isServerError = ({ kind, received }: Mismatch) =>
    kind === 'status' && Number(received) >= 500;
  return !('claims' in requirement) && mismatches.length > 0 && !mismatches.some(isServerError);
}

/** The outcome of a check that depends on numbers that JavaScript cannot hold. */
export const INEXACT: Outcome = {
  verdict: 'inconclusive',
  reason: {
    code: 'inexact-number',
    says: 'it was read from numbers beyond 2^53, which JavaScript reads as other ones',
  },
};

/** The error and its innermost stack frames in one line, as reports need it. */
function cameFrom(error: unknown): string {
  const [said = '', ...places] =
    error instanceof Error ? (error.stack ?? `${error}`).split('\n    at ') : [String(error)];
  const shown = places.slice(0, MOST_PLACES).map((place) => `at ${place}`);
  return [said.replaceAll('\n', ' '), ...shown].join('; ');
}
