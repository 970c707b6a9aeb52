import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { isObject } from '../../harness/place.js';
import type { SignedInRole } from '../../harness/role.js';
import { outerOf } from '../../specification/writable.js';
import { readable } from '../support/readable.js';
import { attempt, attempts, type Row } from '../support/writing/attempt.js';
import { canSignIn, type UnauthorizedCaller } from '../support/writing/callers.js';
import { BUNDLES } from '../support/writing/created-bundle.js';
import { CHECKS } from '../support/writing/created-checks.js';
import type { Creating } from '../support/writing/creation.js';
import { invalidUpdates, type Refused } from '../support/writing/invalid.js';
import {
  type Refused as RefusedCreation,
  refusedCreations,
} from '../support/writing/refused-creations.js';
import { type Table, tableOf } from '../support/writing/rows.js';
import type { Subject } from '../support/writing/subject.js';
import { BUNDLE, PROJECT, SUBJECTS } from '../support/writing/subjects.js';

const CREATIONS = [BUNDLES, CHECKS] as const;

/** A piece of work for which a role is needed. */
type Ask<T> = [role: SignedInRole, ask: () => Promise<T[]>];

/** The responses to all invalid values of a run. */
export function allInvalid(context: CheckContext): Promise<Refused[]> {
  return gathered<Refused>(context, [
    ...CREATIONS.map((creating) =>
      ofCreation(context, creating, ({ field, answer }) =>
        field === undefined ? [] : [{ name: field, answer }],
      ),
    ),
    ...subjectsOf(context).map(
      (subject): Ask<Refused> => [subject.role, () => invalidUpdates(context, subject)],
    ),
    ofRow(context, BUNDLE, ({ unknownPatch }) => unknownPatch),
    ofRow(context, PROJECT, ({ noUrl }) => noUrl),
  ]);
}

/** The response to an invalid value that has a row of its own. */
function ofRow(
  context: CheckContext,
  subject: Subject,
  rowIn: (table: Table) => Row,
): Ask<Refused> {
  const ask = async () => {
    const done = await attempt(context, subject, rowIn(await tableOf(context, subject)));
    return [{ name: done.sent[0]?.[0] ?? '', answer: done.answer }];
  };
  return [subject.role, ask];
}

/** The responses to authenticated callers who can see an object but must not write it. */
export function answersToOthers(context: CheckContext): Promise<Answer[]> {
  // Callers who must not learn of the object may get other statuses.
  return gathered<Answer>(context, [
    ...updatesBy(context, ({ role, statuses }) => role !== 'anonymous' && statuses === undefined),
    ofCreation(context, CHECKS, ({ role, answer }) => (role === 'other' ? [answer] : [])),
  ]);
}

/** The responses to writes of unauthenticated callers. */
export function answersToAnonymous(context: CheckContext): Promise<Answer[]> {
  return gathered<Answer>(context, [
    ...CREATIONS.map((creating) =>
      ofCreation(context, creating, ({ role, answer }) => (role === 'anonymous' ? [answer] : [])),
    ),
    ...updatesBy(context, ({ role }) => role === 'anonymous'),
  ]);
}

/** What is chosen of the POSTs that must create nothing. */
function ofCreation<T>(
  context: CheckContext,
  creating: Creating,
  chosen: (each: RefusedCreation) => T[],
): Ask<T> {
  return [creating.role, async () => (await refusedCreations(context, creating)).flatMap(chosen)];
}

/** The subjects that can be written in the version under test by a role of the run. */
export function subjectsOf(context: CheckContext): Subject[] {
  const inVersion = SUBJECTS.filter(({ versions }) => versions.includes(context.api.version));
  return inVersion.filter(({ role }) => canSignIn(context, role));
}

/** Whether a refusal is an object with the invalid field as a key. */
export function isKeyed({ name, answer }: Refused): boolean {
  return isObject(answer.json) && Object.hasOwn(answer.json, outerOf(name));
}

/** The updates by unauthorized callers, for every subject. */
function updatesBy(
  context: CheckContext,
  isMeant: (caller: UnauthorizedCaller) => boolean,
): Ask<Answer>[] {
  return subjectsOf(context).flatMap((subject) =>
    subject.unauthorized
      .filter((caller) => isMeant(caller) && canSignIn(context, caller.role))
      .map((caller): Ask<Answer> => {
        const ask = async () => {
          const table = await tableOf(context, subject);
          const done = await attempts(context, subject, await table.refused(caller));
          return done.map(({ answer }) => answer);
        };
        return [subject.role, ask];
      }),
  );
}

/**
 * One after the other; leaves out those for which the run has no role, and those that are
 * inconclusive, which their own requirements report.
 */
async function gathered<T>(context: CheckContext, asked: readonly Ask<T>[]): Promise<T[]> {
  const found: T[] = [];
  for (const [role, ask] of asked) {
    if (canSignIn(context, role)) found.push(...(await readable(ask)));
  }
  return found;
}
