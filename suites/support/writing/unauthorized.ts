import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import type { Requirement } from '../../../harness/requirement.js';
import { UNKNOWN_ID } from '../unknown-id.js';
import { type Attempt, attempts } from './attempt.js';
import { stateOf, type UnauthorizedCaller } from './callers.js';
import { expectRefusal, isRefusal } from './invalid.js';
import { keptFields, refused } from './rows.js';
import { bodyOf, expectUnmoved, otherValues, type Subject, writes } from './subject.js';

/** The writes of an unauthorized caller are refused and change nothing. */
export function refusesCaller(
  subject: Subject,
  caller: UnauthorizedCaller,
  id: string,
): [refused: Requirement, unchanged: Requirement] {
  const { what } = subject;
  const needs: Requirement['needs'] = caller.role === 'anonymous' ? [] : [caller.role];
  const unchanged = writes(subject, {
    id: `${id}.unchanged`,
    says: `A write of a ${stateOf(caller)}${what} that is refused to ${caller.who} changes nothing`,
    spec: 'Authentication',
    needs,
    consequence: 'An unauthorized caller can change the object.',
    async check(context) {
      // A write that was not refused has a requirement of its own.
      const done = (await attemptsBy(context, subject, caller)).filter(isRefused);
      context.expect.each(done, 'no write was refused', (each) =>
        context.expect.all(subject.fields, (field) =>
          expectUnmoved(context, field, each, `\`${field.name}\` after ${each.row.name}`),
        ),
      );
    },
  });
  return [refuses(subject, caller, id), unchanged];
}

/**
 * A write of an unauthorized caller is refused. The status for callers who can see the object has a
 * requirement of its own.
 */
export function refuses(subject: Subject, caller: UnauthorizedCaller, id: string): Requirement {
  const { what } = subject;
  const { methods, statuses, who, role } = caller;
  return writes(subject, {
    id,
    says: `${methods.join(' and ')} of a ${stateOf(caller)}${what} by ${who}: ${statuses?.join(' or ') ?? 'refused'}`,
    spec: 'Authentication',
    needs: role === 'anonymous' ? [] : [role],
    consequence: `An unauthorized caller is told that a ${what} was changed.`,
    async check(context) {
      const done = await attemptsBy(context, subject, caller);
      context.expect.each(done, 'no request was sent', ({ answer }) => {
        if (statuses === undefined) expectRefusal(context, answer);
        else context.expect.status(answer, ...statuses);
      });
      const answered = [...new Set(done.map(({ answer }) => answer.status))];
      context.accept(`refused with ${answered.join(', ')}`);
    },
  });
}

/** What an unauthorized caller tried; inconclusive if the role may have a right to the object. */
export async function attemptsBy(
  context: CheckContext,
  subject: Subject,
  caller: UnauthorizedCaller,
): Promise<Attempt[]> {
  caller.expectUninvolved?.(context);
  return attempts(context, subject, await refused(context, subject, caller));
}

function isRefused({ answer }: Attempt): boolean {
  return isRefusal(answer);
}

/** A write to an unknown id returns 404. */
export function refusesUnknownId(subject: Subject): Requirement {
  const { what, id, methods } = subject;
  return writes(subject, {
    id: `${id}.unknown`,
    says: `${methods.join(' and ')} of a ${what} with an unknown id return${methods.length > 1 ? '' : 's'} 404`,
    spec: 'Errors',
    consequence: 'A client that changes a deleted object gets no error.',
    async check(context) {
      const { api, write, expect } = context;
      const kept = await keptFields(context, subject);
      const present = await api.as(subject.role).object(await subject.path(context));
      const json = bodyOf(otherValues(context, kept, present));
      const path = `${subject.collection(context)}${UNKNOWN_ID}/`;
      const answers: Answer[] = [];
      for (const method of methods) {
        answers.push(await write.send(api.as(subject.role), method, path, { json }));
      }
      expect.each(answers, 'no request was sent', (answer) => expect.status(answer, 404));
    },
  });
}
