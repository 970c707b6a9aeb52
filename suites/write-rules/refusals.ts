import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { isObject } from '../../harness/place.js';
import type { SignedInRole } from '../../harness/role.js';
import { Inconclusive } from '../../harness/violation.js';
import { outerOf } from '../../specification/writable.js';
import { canSignIn, type UnauthorizedCaller } from '../support/writing/callers.js';
import { hasMoved } from '../support/writing/change.js';
import { BUNDLES } from '../support/writing/created-bundle.js';
import { CHECKS } from '../support/writing/created-checks.js';
import { attempts } from '../support/writing/harmless.js';
import { invalidUpdates, type Refused } from '../support/writing/invalid.js';
import {
  BUNDLE_CREATION,
  byOther,
  CHECK_CREATION,
  invalidUrl,
  unknownPatch,
} from '../support/writing/refused-attempts.js';
import { invalidPosts, madeByAnonymous } from '../support/writing/refused-posts.js';
import type { Subject } from '../support/writing/subject.js';
import { SUBJECTS } from '../support/writing/subjects.js';

type Ask<T> = () => Promise<T[]>;

/** The responses to all invalid values of a run. */
export function allInvalid(context: CheckContext): Promise<Refused[]> {
  const updates = SUBJECTS.map(
    (subject): Ask<Refused> => of(context, subject, async () => invalidUpdates(context, subject)),
  );
  return gathered<Refused>([
    by(context, 'user', async () => (await invalidPosts(context, BUNDLE_CREATION)).refused),
    by(context, 'maintainer', async () => (await invalidPosts(context, CHECK_CREATION)).refused),
    ...updates,
    by(context, 'user', async () => [{ name: 'patches', answer: await unknownPatch(context) }]),
    by(context, 'maintainer', async () => [{ name: 'web_url', answer: await invalidUrl(context) }]),
  ]);
}

/** The responses to authenticated callers who can see an object but must not write it. */
export function answersToOthers(context: CheckContext): Promise<Answer[]> {
  // Callers who must not learn of the object may get other statuses.
  return gathered<Answer>([
    ...updatesBy(context, ({ role, statuses }) => role !== 'anonymous' && statuses === undefined),
    by(context, 'maintainer', async () => [(await byOther(context)).answer]),
  ]);
}

/** The responses to writes of unauthenticated callers. */
export function answersToAnonymous(context: CheckContext): Promise<Answer[]> {
  return gathered<Answer>([
    by(context, 'user', async () => [await madeByAnonymous(context, BUNDLES)]),
    ...updatesBy(context, ({ role }) => role === 'anonymous'),
    by(context, 'maintainer', async () => [await madeByAnonymous(context, CHECKS)]),
  ]);
}

/** The updates by unauthorized callers, for every subject. */
function updatesBy(
  context: CheckContext,
  isMeant: (caller: UnauthorizedCaller) => boolean,
): Ask<Answer>[] {
  return SUBJECTS.flatMap((subject) =>
    subject.unauthorized
      .filter((caller) => isMeant(caller) && canSignIn(context, caller.role))
      .map((caller) => of(context, subject, () => triedBy(context, subject, caller))),
  );
}

/** Whether a refusal is an object with the invalid field as a key. */
export function isKeyed({ name, answer }: Refused): boolean {
  return isObject(answer.json) && Object.hasOwn(answer.json, outerOf(name));
}

/** An attempt that changed the object is left out: its response proves nothing more. */
async function triedBy(
  context: CheckContext,
  subject: Subject,
  caller: UnauthorizedCaller,
): Promise<Answer[]> {
  const { answers, ...around } = await attempts(context, subject, caller);
  return subject.fields.some((field) => hasMoved(field, around)) ? [] : answers;
}

function of<T>(context: CheckContext, { versions, role }: Subject, ask: Ask<T>): Ask<T> {
  if (!versions.includes(context.api.version)) return async () => [];
  return by(context, role, ask);
}

/** Empty if the run has no such role. */
function by<T>(context: CheckContext, role: SignedInRole, ask: Ask<T>): Ask<T> {
  return async () => (canSignIn(context, role) ? ask() : []);
}

/**
 * One after the other; leaves out those that are inconclusive, which their own requirements report.
 */
async function gathered<T>(asked: readonly Ask<T>[]): Promise<T[]> {
  const found: T[] = [];
  for (const ask of asked) {
    try {
      found.push(...(await ask()));
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
    }
  }
  return found;
}
