import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import type { Requirement } from '../../../harness/requirement.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds } from '../../../specification/writable.js';
import { attempts, isAccepted } from './attempt.js';
import { expectUnchanged, ofEach } from './attempt-rule.js';
import { tableOf } from './rows.js';
import type { Subject, SubjectField } from './subject.js';

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
    // SPEC.md, "Endpoints", rule 3.
    ofEach(subject, {
      id: `${id}.untyped`,
      says: `PATCH of a ${what} without Content-Type returns 200 and leaves it unchanged`,
      spec: 'Endpoints',
      consequence: 'A body of undeclared type changes an object.',
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
      consequence: 'A caller who may change some fields can change others as well.',
      rows: (table) => table.fixed,
      expects(context, done, { accepted }) {
        expectUnchanged(context, subject, done);
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
      consequence: 'A client cannot tell which fields a refused update has changed.',
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
      consequence: 'A client takes its own mistake for a server error.',
      rows: (table) => table.noObject,
      expects: (context, { answer }) => expectRefusal(context, answer),
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
    consequence: 'A client gets no error for an invalid field.',
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

/**
 * Expects any 4xx: SPEC.md does not name the status for a body that is not an object
 * (docs/verdicts.md B-23).
 */
export function expectRefusal({ expect }: CheckContext, answer: Answer): void {
  if (isRefusal(answer)) return;
  expect.fail({
    message: `${named(answer)}: expected a refusal (4xx), got ${answer.status}`,
    kind: 'status',
    expected: 'status 4xx',
    received: answer.status,
    exchange: answer.exchange,
  });
}

/** Whether a response is a refusal, for any reason. */
export function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status <= 499;
}
