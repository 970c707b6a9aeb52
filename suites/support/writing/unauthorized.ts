import type { Answer } from '../../../harness/client/answer.js';
import type { Requirement } from '../../../harness/requirement.js';
import { UNKNOWN_ID } from '../unknown-id.js';
import { expectUnchanged, ofEach } from './attempt-rule.js';
import { stateOf, type UnauthorizedCaller } from './callers.js';
import { expectRefusal, isRefusal } from './invalid.js';
import { keptFields, type Table } from './rows.js';
import { bodyOf, otherValues, type Subject, writes } from './subject.js';

/**
 * The writes of an unauthorized caller are refused and change nothing. The status for callers who can
 * see the object has a requirement of its own.
 */
export function refusesCaller(
  subject: Subject,
  caller: UnauthorizedCaller,
): [refused: Requirement, unchanged: Requirement] {
  const { methods, statuses, who, role } = caller;
  const id = `${subject.id}.${caller.id}`;
  const what = `${stateOf(caller)}${subject.what}`;
  const shared = {
    spec: 'Authentication',
    needs: role === 'anonymous' ? [] : [role],
    rows: (table: Table) => table.refused(caller),
  };
  return [
    ofEach(subject, {
      ...shared,
      id,
      says: `${methods.join(' and ')} of a ${what} by ${who}: ${statuses?.join(' or ') ?? 'refused'}`,
      consequence: `An unauthorized caller is told that a ${subject.what} was changed.`,
      expects(context, { answer }) {
        if (statuses === undefined) expectRefusal(context, answer);
        else context.expect.status(answer, ...statuses);
        context.accept(`refused with ${answer.status}`);
      },
    }),
    ofEach(subject, {
      ...shared,
      id: `${id}.unchanged`,
      says: `A write of a ${what} that is refused to ${who} changes nothing`,
      consequence: 'An unauthorized caller can change the object.',
      // A write that was not refused has a requirement of its own.
      among: ({ answer }) => isRefusal(answer),
      missing: 'no write was refused',
      expects: (context, done) => expectUnchanged(context, subject, done),
    }),
  ];
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
