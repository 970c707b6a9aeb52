import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import type { Requirement } from '../../../harness/requirement.js';
import { UNKNOWN_ID } from '../../../harness/write.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds } from '../../../specification/writable.js';
import { attempts, isAccepted } from './attempt.js';
import { expectUnchanged, ofEach } from './attempt-rule.js';
import { stateOf, type UnauthorizedCaller } from './callers.js';
import { invalidValue } from './lost-values.js';
import { keptFields, type Table, tableOf } from './rows.js';
import { bodyOf, otherValues, type Subject, type SubjectField, writes } from './subject.js';

const SPEC = 'Errors';

/** An invalid value that was sent, and the response. */
export interface Refused {
  /** The invalid field. */
  name: string;
  answer: Answer;
}

/** What the role that may write a subject sends without changing it. */
export function changesNothing(subject: Subject): Requirement[] {
  const { what, id, fields, untried = [] } = subject;
  return [
    // docs/api.md, "Endpoints": a PATCH without `Content-Type`.
    ofEach(subject, {
      id: `${id}.untyped`,
      says: `PATCH of a ${what} without Content-Type returns 200 and leaves it unchanged`,
      spec: 'Endpoints',
      consequence: `A request without a Content-Type, which is documented to change nothing, changes a ${what}.`,
      rows: (table) => table.untyped,
      expects(context, done, { accepted }) {
        expectUnchanged(context, subject, done);
        if (!isRefusal(done.answer)) return context.expect.status(done.answer, ...accepted);
        context.accept(`refused with ${done.answer.status}`);
      },
    }),
    // docs/verdicts.md B-36.
    ofEach(subject, {
      id: `${id}.fixed`,
      says: `Only the writable fields of a ${what} can be changed: read-only fields and unknown keys have no effect`,
      consequence: `Whoever may edit a ${what} can also overwrite what only the service sets, such as its id.`,
      rows: (table) => table.fixed,
      expects(context, done, { accepted }) {
        const sent = fields.filter(({ name }) => done.sent.some(([each]) => each === name));
        expectUnchanged(
          context,
          subject,
          done,
          sent.map(({ name }) => name),
        );
        context.expect.status(done.answer, ...accepted, 400);
        context.accept(isAccepted(done) ? 'ignored' : `${done.row.name} refused with 400`);
      },
    }),
    ...fields
      .filter(({ name }) => !untried.includes(name))
      .map((field) => refusesInvalid(subject, field)),
    ofEach(subject, {
      id: `${id}.invalid.unchanged`,
      says: `An update of a ${what} that is refused with 400 changes nothing, not even its valid fields`,
      spec: SPEC,
      consequence: `A client displays that the update of a ${what} was refused, but part of it was stored.`,
      rows: (table) => table.invalid,
      // An update that was not refused is reported by the requirement of its field.
      among: ({ answer }) => answer.status >= 400,
      missing: 'no update was refused',
      expects: (context, done) => expectUnchanged(context, subject, done),
    }),
    ofEach(subject, {
      id: `${id}.no-object`,
      says: `A PATCH of a ${what} whose body is null is refused with 4xx`,
      spec: SPEC,
      consequence: `A client with a mistake in its update of a ${what} reports that the server is down, or that all is well.`,
      rows: (table) => table.noObject,
      expects: (context, { answer }) => context.expect.refusal(answer),
    }),
  ];
}

/** An invalid value is refused with 400; the body of a 400 has a requirement of its own. */
function refusesInvalid(subject: Subject, field: SubjectField): Requirement {
  const { what, id, invalidIds } = subject;
  const { name } = field;
  return ofEach(subject, {
    id: `${id}.invalid.${invalidIds?.[name] ?? fieldInIds(name)}`,
    says: `An invalid \`${name}\` of a ${what} is refused with 400`,
    spec: SPEC,
    versions: since(field.since),
    consequence: invalidValue(what, name),
    rows: (table) => table.invalid,
    among: ({ sent }) => sent.at(-1)?.[0] === name,
    expects: ({ expect }, { answer }) => expect.status(answer, 400),
  });
}

/** The responses to each field with a value of a wrong type, next to a valid value of another field. */
export async function invalidUpdates(context: CheckContext, subject: Subject): Promise<Refused[]> {
  const { invalid } = await tableOf(context, subject);
  const done = await attempts(context, subject, invalid);
  return done.map(({ sent, answer }) => ({ name: sent.at(-1)?.[0] ?? '', answer }));
}

/** Whether a response is a refusal, for any reason. */
export function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status <= 499;
}

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
      consequence: `A ${what} can be changed by ${who}, or a client tells them that it was changed.`,
      expects(context, { answer }) {
        if (statuses === undefined) context.expect.refusal(answer);
        else context.expect.status(answer, ...statuses);
        context.accept(`refused with ${answer.status}`);
      },
    }),
    ofEach(subject, {
      ...shared,
      id: `${id}.unchanged`,
      says: `A write of a ${what} that is refused to ${who} changes nothing`,
      consequence: `A ${what} is changed by ${who}, although the response says that it was refused.`,
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
    says: `${methods.join(' and ')} of a ${what} with an unknown id${subject.wrongPath ? ', or below another patch,' : ''} return${methods.length > 1 ? '' : 's'} 404`,
    spec: 'Errors',
    consequence: `A client that updates a deleted ${what} cannot tell its user that it is gone.`,
    async check(context) {
      const { api, write, expect } = context;
      const kept = await keptFields(context, subject);
      const present = await api.as(subject.role).object(await subject.path(context));
      const json = bodyOf(otherValues(context, kept, present));
      const paths = [`${subject.collection(context)}${UNKNOWN_ID}/`];
      const wrong = await subject.wrongPath?.(context);
      if (wrong !== undefined) paths.push(wrong);
      const answers: Answer[] = [];
      for (const path of paths) {
        for (const method of methods) {
          answers.push(await write.send(api.as(subject.role), method, path, { json }));
        }
      }
      expect.each(answers, 'no request was sent', (answer) => expect.status(answer, 404));
    },
  });
}
