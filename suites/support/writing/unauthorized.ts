import type { Answer } from '../../../harness/client/answer.js';
import type { Requirement } from '../../../harness/requirement.js';
import { UNKNOWN_ID } from '../unknown-id.js';
import { expectUnchanged, ofEach } from './attempt-rule.js';
import { stateOf, type UnauthorizedCaller } from './callers.js';
import { expectRefusal, isRefusal } from './invalid.js';
import { keptFields } from './rows.js';
import { bodyOf, otherValues, type Subject, writes } from './subject.js';

/** The writes of an unauthorized caller are refused and change nothing. */
export function refusesCaller(
  subject: Subject,
  caller: UnauthorizedCaller,
  id: string,
): [refused: Requirement, unchanged: Requirement] {
  const unchanged = ofEach(subject, {
    id: `${id}.unchanged`,
    says: `A write of a ${stateOf(caller)}${subject.what} that is refused to ${caller.who} changes nothing`,
    spec: 'Authentication',
    needs: needsOf(caller),
    consequence: 'An unauthorized caller can change the object.',
    rows: (table) => table.refused(caller),
    // A write that was not refused has a requirement of its own.
    among: ({ answer }) => isRefusal(answer),
    missing: 'no write was refused',
    expects: (context, done) => expectUnchanged(context, subject, done),
  });
  return [refuses(subject, caller, id), unchanged];
}

/**
 * A write of an unauthorized caller is refused. The status for callers who can see the object has a
 * requirement of its own.
 */
export function refuses(subject: Subject, caller: UnauthorizedCaller, id: string): Requirement {
  const { methods, statuses, who } = caller;
  const due = statuses?.join(' or ') ?? 'refused';
  return ofEach(subject, {
    id,
    says: `${methods.join(' and ')} of a ${stateOf(caller)}${subject.what} by ${who}: ${due}`,
    spec: 'Authentication',
    needs: needsOf(caller),
    consequence: `An unauthorized caller is told that a ${subject.what} was changed.`,
    rows: (table) => table.refused(caller),
    missing: 'no request was sent',
    expects(context, { answer }) {
      if (statuses === undefined) expectRefusal(context, answer);
      else context.expect.status(answer, ...statuses);
      context.accept(`refused with ${answer.status}`);
    },
  });
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

function needsOf({ role }: UnauthorizedCaller): Requirement['needs'] {
  return role === 'anonymous' ? [] : [role];
}
