import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import type { Requirement } from '../../../harness/requirement.js';
import type { Body } from '../../../harness/write.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds } from '../../../specification/writable.js';
import { type Attempt, attempt, attempts, expectFixed } from './attempt.js';
import { fixedKeys, invalid, keptFields, noObject, triedInvalid, untyped } from './rows.js';
import { expectUnmoved, type Subject, type SubjectField, writes } from './subject.js';

const SPEC = 'Errors';

/** An invalid value that was sent, and the response. */
export interface Refused {
  /** The invalid field. */
  name: string;
  answer: Answer;
}

/** What the role that may write a subject sends without changing it. */
export function changesNothing(subject: Subject): Requirement[] {
  const { what, id, fields, fixed, untried = [] } = subject;
  return [
    // SPEC.md, "Endpoints", rule 3.
    writes(subject, {
      id: `${id}.untyped`,
      says: `PATCH of a ${what} without Content-Type returns 200 and leaves it unchanged`,
      spec: 'Endpoints',
      consequence: 'A body of undeclared type changes an object.',
      async check(context) {
        const { expect } = context;
        const kept = await keptFields(context, subject);
        const done = await attempt(context, subject, untyped(context, subject, kept));
        expect.all(fields, (field) => expectUnmoved(context, field, done));
        if (!isRefusal(done.answer)) return expect.status(done.answer, 200);
        context.accept(`refused with ${done.answer.status}`);
      },
    }),
    // docs/verdicts.md B-36.
    writes(subject, {
      id: `${id}.fixed`,
      says: `Only the writable fields of a ${what} can be changed: read-only fields and unknown keys have no effect`,
      consequence: 'A caller who may change some fields can change others as well.',
      async check(context) {
        await keptFields(context, subject);
        const done = await attempts(context, subject, fixedKeys(context, subject));
        context.expect.all(done, (each) => {
          const { answer, row } = each;
          context.expect.all(fixed, (name) =>
            expectFixed(context, name, each, `\`${name}\` after ${row.name}`),
          );
          context.expect.all(fields, (field) =>
            expectUnmoved(context, field, each, `\`${field.name}\` after ${row.name}`),
          );
          context.expect.status(answer, 200, 400);
          context.accept(answer.status === 200 ? 'ignored' : `${row.name} refused with 400`);
        });
      },
    }),
    ...fields
      .filter(({ name }) => !untried.includes(name))
      .map((field) => refusesInvalid(subject, field)),
    writes(subject, {
      id: `${id}.invalid.unchanged`,
      says: `An update of a ${what} that is refused with 400 changes nothing, not even its valid fields`,
      spec: SPEC,
      consequence: 'A client cannot tell which fields a refused update has changed.',
      async check(context) {
        const updates = await invalidUpdates(context, subject);
        // An update that was not refused is reported by the requirement of its field.
        const refused = updates.filter(({ answer }) => answer.status >= 400);
        context.expect.each(refused, 'no update was refused', (done) => {
          context.expect.all(fields, (field) =>
            expectUnmoved(context, field, done, `\`${field.name}\` after ${done.row.name}`),
          );
        });
      },
    }),
    writes(subject, {
      id: `${id}.no-object`,
      says: `A PATCH of a ${what} whose body is null is refused with 4xx`,
      spec: SPEC,
      consequence: 'A client takes its own mistake for a server error.',
      async check(context) {
        await keptFields(context, subject);
        const { answer } = await attempt(context, subject, noObject(subject));
        expectRefusal(context, answer);
      },
    }),
  ];
}

/** An invalid value is refused with 400; the body of a 400 has a requirement of its own. */
function refusesInvalid(subject: Subject, { name, since: first }: SubjectField): Requirement {
  const { what, id, invalidIds } = subject;
  return writes(subject, {
    id: `${id}.invalid.${invalidIds?.[name] ?? fieldInIds(name)}`,
    says: `An invalid \`${name}\` of a ${what} is refused with 400`,
    spec: SPEC,
    versions: since(first),
    consequence: 'A client gets no error for an invalid field.',
    async check(context) {
      expectRefused(context, name, await invalidUpdates(context, subject));
    },
  });
}

/** Sends each field with a value of a wrong type, next to a valid value of another field. */
export async function invalidUpdates(
  context: CheckContext,
  subject: Subject,
): Promise<(Refused & Attempt)[]> {
  const kept = await keptFields(context, subject);
  const done: (Refused & Attempt)[] = [];
  for (const field of triedInvalid(context, subject)) {
    const row = invalid(context, subject, kept, field);
    done.push({ name: field.name, ...(await attempt(context, subject, row)) });
  }
  return done;
}

/** Expects that the field was refused with 400. */
export function expectRefused(
  { expect }: CheckContext,
  name: string,
  all: readonly Refused[],
): void {
  const own = all.find((each) => each.name === name);
  if (own === undefined) throw new RangeError(`no invalid value of ${name} is sent`);
  expect.status(own.answer, 400);
}

/** Bodies that are not JSON objects. */
export const NO_OBJECTS: readonly Body[] = [
  { json: [1] },
  { json: null },
  { text: '{"name": ', contentType: 'application/json' },
];

/** Sends several bodies one after the other. */
export async function sendEach(
  { api, write }: CheckContext,
  role: Subject['role'],
  method: 'POST' | 'PATCH',
  path: string,
  bodies: readonly Body[],
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const body of bodies) answers.push(await write.send(api.as(role), method, path, body));
  return answers;
}

/** Expects that each was refused. */
export function expectRefusals(context: CheckContext, answers: readonly Answer[]): void {
  context.expect.each(answers, 'no request was sent', (answer) => expectRefusal(context, answer));
}

/**
 * Expects any 4xx: SPEC.md does not name the status for a body that is not an object
 * (docs/verdicts.md B-23).
 */
export function expectRefusal({ expect }: CheckContext, answer: Answer): void {
  if (isRefusal(answer)) return;
  expect.fail({
    message: `${named(answer)}: expected a refusal (4xx), got ${answer.status}`,
    expected: 'status 4xx',
    received: answer.status,
    exchange: answer.exchange,
  });
}

/** Whether a response is a refusal, for any reason. */
export function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status <= 499;
}
