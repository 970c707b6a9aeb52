import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { isObject } from '../../harness/place.js';
import { outerOf } from '../../specification/writable.js';
import { readable } from '../support/readable.js';
import { attempt, attempts, type Row } from '../support/writing/attempt.js';
import { canSignIn, type UnauthorizedCaller } from '../support/writing/callers.js';
import { BUNDLES } from '../support/writing/created-bundle.js';
import { CHECKS } from '../support/writing/created-checks.js';
import { refusedCreations } from '../support/writing/refused-creations.js';
import { invalidUpdates, type Refused } from '../support/writing/refused-updates.js';
import { type Table, tableOf } from '../support/writing/rows.js';
import type { Subject } from '../support/writing/subject.js';
import { BUNDLE, PROJECT, SUBJECTS } from '../support/writing/subjects.js';

const CREATIONS = [BUNDLES, CHECKS] as const;

/** The responses to all invalid values of a run. */
export function allInvalid(context: CheckContext): Promise<Refused[]> {
  const oneRow = async (subject: Subject, rowIn: (table: Table) => Row): Promise<Refused[]> => {
    const done = await attempt(context, subject, rowIn(await tableOf(context, subject)));
    return [{ name: done.sent[0]?.[0] ?? '', answer: done.answer }];
  };
  return gathered<Refused>([
    ...CREATIONS.map((creating) => async () => {
      const refused = await refusedCreations(context, creating);
      return refused.flatMap(({ field: name, answer }) => (name ? [{ name, answer }] : []));
    }),
    ...subjectsIn(context).map((subject) => () => invalidUpdates(context, subject)),
    () => oneRow(BUNDLE, ({ unknownPatch }) => unknownPatch),
    () => oneRow(PROJECT, ({ noUrl }) => noUrl),
  ]);
}

/** The responses to authenticated callers who can see an object but must not write it. */
export function answersToOthers(context: CheckContext): Promise<Answer[]> {
  // Callers who must not learn of the object may get other statuses.
  return answersTo(context, ({ role, statuses }) => role !== 'anonymous' && statuses === undefined);
}

/** The responses to writes of unauthenticated callers. */
export function answersToAnonymous(context: CheckContext): Promise<Answer[]> {
  return answersTo(context, ({ role }) => role === 'anonymous');
}

/** The responses to the POSTs and updates of unauthorized callers. */
function answersTo(
  context: CheckContext,
  isMeant: (caller: Pick<UnauthorizedCaller, 'role' | 'statuses'>) => boolean,
): Promise<Answer[]> {
  const updates = subjectsIn(context).flatMap((subject) =>
    subject.unauthorized
      .filter((caller) => isMeant(caller) && canSignIn(context, caller.role))
      .map((caller) => async () => {
        const table = await tableOf(context, subject);
        const done = await attempts(context, subject, await table.refused(caller));
        return done.map(({ answer }) => answer);
      }),
  );
  const creations = CREATIONS.map((creating) => async () => {
    const refused = await refusedCreations(context, creating);
    const unauthorized = refused.filter(({ role }) => role !== creating.role);
    return unauthorized.filter(isMeant).map(({ answer }) => answer);
  });
  return gathered([...creations, ...updates]);
}

/** The subjects that can be written in the version under test. */
export function subjectsIn({ api }: CheckContext): Subject[] {
  return SUBJECTS.filter(({ versions }) => versions.includes(api.version));
}

/** Whether a refusal is an object with the invalid field as a key. */
export function isKeyed({ name, answer }: Refused): boolean {
  return isObject(answer.json) && Object.hasOwn(answer.json, outerOf(name));
}

/**
 * One after the other; leaves out those that are inconclusive, which their own requirements report, and
 * those for which the run has no role.
 */
async function gathered<T>(asked: readonly (() => Promise<T[]>)[]): Promise<T[]> {
  const found: T[] = [];
  for (const ask of asked) found.push(...(await readable(ask)));
  return found;
}
