import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { at, type Seen, seen } from '../../../harness/place.js';
import { sameValue } from '../comparison.js';
import { type Attempt, attemptsBy, ownAttempts, unauthorizedAttempt } from './attempts.js';
import { type Circumstance, canSignIn, isPossible, type UnauthorizedCaller } from './callers.js';
import { type FieldChange, hasMoved, keptChanges } from './change.js';
import type { Subject } from './subject.js';

/** The responses to an attempt, and the object before and after it. */
export interface Outcome {
  before: Seen;
  answers: Answer[];
  after: Seen;
}

/** The outcomes of attempts, by name. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** The outcome of a request by the authorized role that must change nothing. */
export async function harmless(
  context: CheckContext,
  subject: Subject,
  name: string,
): Promise<Outcome> {
  return named(await harmlessOnes(context, subject), name);
}

/** The outcome of the attempt of an unauthorized caller. */
export async function attempts(
  context: CheckContext,
  subject: Subject,
  caller: UnauthorizedCaller,
): Promise<Outcome> {
  const { api, instance } = context;
  caller.expectUninvolved?.(context);
  const name = attemptsBy(caller);
  const known = await (caller.when === undefined
    ? harmlessOnes(context, subject)
    : inCircumstance(context, subject, caller.when));
  if (known.has(name)) return named(known, name);
  const alone = await instance.once(`${subject.what}: ${name} in ${api.version}`, async () => {
    const kept = await keptChanges(context, subject);
    const tried = unauthorizedAttempt(context, subject, caller, kept);
    return tryAll(context, subject, [tried], caller.when);
  });
  return named(alone, name);
}

/** All attempts that need no particular state of the object; once in a version. */
function harmlessOnes(context: CheckContext, subject: Subject): Promise<Outcomes> {
  const { api, instance } = context;
  return instance.once(`${subject.what}: what must change nothing in ${api.version}`, async () => {
    const kept = await keptChanges(context, subject);
    const own = ownAttempts(context, subject, kept);
    return tryAll(context, subject, [...own, ...byUnauthorized(context, subject, kept)]);
  });
}

/** The attempts of unauthorized callers in a state of the object; once in a version. */
function inCircumstance(
  context: CheckContext,
  subject: Subject,
  when: Circumstance,
): Promise<Outcomes> {
  const { api, instance } = context;
  return instance.once(`${when.state} ${subject.what}: tried in ${api.version}`, async () => {
    const kept = await keptChanges(context, subject);
    return tryAll(context, subject, byUnauthorized(context, subject, kept, when), when);
  });
}

function byUnauthorized(
  context: CheckContext,
  subject: Subject,
  kept: readonly FieldChange[],
  when?: Circumstance,
): Attempt[] {
  return subject.unauthorized
    .filter((caller) => caller.when === when && canSignIn(context, caller.role))
    .filter(({ expectUninvolved }) => isPossible(() => expectUninvolved?.(context)))
    .map((caller) => unauthorizedAttempt(context, subject, caller, kept));
}

/**
 * Makes all attempts between one read before and one read after. Only if the object changed, each
 * attempt is repeated with reads of its own.
 */
async function tryAll(
  context: CheckContext,
  subject: Subject,
  all: readonly Attempt[],
  when?: Circumstance,
): Promise<Outcomes> {
  const owner = context.api.as(subject.role);
  const path = await subject.path(context);
  const outcomes = new Map<string, Outcome>();
  await when?.bringAbout(context);
  const before = await owner.object(path);
  for (const { name, send } of all) {
    outcomes.set(name, { before, answers: await send(before), after: before });
  }
  const after = seen(await owner.get(path));
  if (isSame(subject, before, after)) {
    for (const outcome of outcomes.values()) outcome.after = after;
    return outcomes;
  }
  for (const { name, send } of all) {
    await when?.bringAbout(context);
    const present = await owner.object(path);
    const answers = await send(present);
    outcomes.set(name, { before: present, answers, after: seen(await owner.get(path)) });
  }
  const telling = [...outcomes.values()].some((each) => !isSame(subject, each.before, each.after));
  if (telling) return outcomes;
  // If the change does not occur again, it is attributed to an attempt that was accepted, if there
  // is one.
  const taken = [...outcomes].find(([, { answers }]) => answers.some(({ status }) => status < 400));
  const [name = '', { answers } = { answers: [] }] = taken ?? [...outcomes][0] ?? [];
  return outcomes.set(name, { before, answers, after });
}

function isSame({ fields, fixed }: Subject, before: Seen, after: Seen): boolean {
  const written = fields.every((field) => !hasMoved(field, { before, after }));
  return written && fixed.every((name) => sameValue(at(before, name).value, at(after, name).value));
}

function named(outcomes: Outcomes, name: string): Outcome {
  const outcome = outcomes.get(name);
  if (outcome === undefined) throw new RangeError(`there is no attempt "${name}"`);
  return outcome;
}
