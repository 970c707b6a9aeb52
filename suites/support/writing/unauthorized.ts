import type { Answer } from '../../../harness/client/answer.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive } from '../../../harness/violation.js';
import { UNKNOWN_ID } from '../unknown-id.js';
import { stateOf, type UnauthorizedCaller } from './callers.js';
import { keptChanges } from './change.js';
import { attempts } from './harmless.js';
import { expectRefusal } from './invalid.js';
import { bodyOf, expectUnmoved, type Subject, writes } from './subject.js';

/** The methods of an unauthorized caller are refused and change nothing. */
export function refusesCaller(
  subject: Subject,
  caller: UnauthorizedCaller,
  id: string,
): [refused: Requirement, unchanged: Requirement] {
  return [refuses(subject, caller, id), keepsFrom(subject, caller, `${id}.unchanged`)];
}

/**
 * A write of an unauthorized caller is refused. The status for callers who can see the object has a
 * requirement of its own.
 */
export function refuses(subject: Subject, caller: UnauthorizedCaller, id: string): Requirement {
  const { what } = subject;
  const { methods, statuses, who } = caller;
  return writes(subject, {
    id,
    says: `${methods.join(' and ')} of a ${stateOf(caller)}${what} by ${who}: ${statuses?.join(' or ') ?? 'refused'}`,
    spec: 'Authentication',
    needs: needsOf(caller),
    consequence: `An unauthorized caller is told that a ${what} was changed.`,
    async check(context) {
      const { answers } = await attempts(context, subject, caller);
      context.expect.each(answers, 'no request was sent', (answer) => {
        if (statuses === undefined) expectRefusal(context, answer);
        else context.expect.status(answer, ...statuses);
      });
      const answered = [...new Set(answers.map(({ status }) => status))];
      context.accept(`refused with ${answered.join(', ')}`);
    },
  });
}

/** A write that is refused to an unauthorized caller has no effect. */
function keepsFrom(subject: Subject, caller: UnauthorizedCaller, id: string): Requirement {
  return writes(subject, {
    id,
    says: `A write of a ${stateOf(caller)}${subject.what} that is refused to ${caller.who} changes nothing`,
    spec: 'Authentication',
    needs: needsOf(caller),
    consequence: 'An unauthorized caller can change the object.',
    async check(context) {
      const outcome = await attempts(context, subject, caller);
      // A write that was not refused has a requirement of its own.
      if (outcome.answers.some(({ status }) => status < 400))
        inconclusive('a write was not refused');
      context.expect.each(subject.fields, 'no field to compare', (field) =>
        expectUnmoved(context, field, outcome, `\`${field.name}\` after the refusals`),
      );
    },
  });
}

/** A write to an unknown id returns 404. */
export function refusesUnknownId(subject: Subject): Requirement {
  const { what, id, unknown } = subject;
  return writes(subject, {
    id: `${id}.unknown`,
    says: `${unknown.join(' and ')} of a ${what} with an unknown id return${unknown.length > 1 ? '' : 's'} 404`,
    spec: 'Errors',
    consequence: 'A client that changes a deleted object gets no error.',
    async check(context) {
      const { api, write, expect } = context;
      const kept = await keptChanges(context, subject);
      const json = bodyOf(kept.map(({ field, sent }) => [field.name, sent] as const));
      const path = `${subject.collection(context)}${UNKNOWN_ID}/`;
      const answers: Answer[] = [];
      for (const method of unknown) {
        answers.push(await write.send(api.as(subject.role), method, path, { json }));
      }
      expect.each(answers, 'no request was sent', (answer) => expect.status(answer, 404));
    },
  });
}

function needsOf({ role }: UnauthorizedCaller): Requirement['needs'] {
  return role === 'anonymous' ? [] : [role];
}
