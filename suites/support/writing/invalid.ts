import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import type { Requirement } from '../../../harness/requirement.js';
import type { Body } from '../../../harness/write.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds } from '../../../specification/writable.js';
import { invalidOf, triedInvalid } from './attempts.js';
import { keptChanges } from './change.js';
import { harmless, type Outcome } from './harmless.js';
import { expectUnmoved, type Subject, type SubjectField, writes } from './subject.js';

const SPEC = 'Errors';

/** An invalid value that was sent, and the response. */
export interface Refused {
  /** The invalid field. */
  name: string;
  answer: Answer;
}

/** The same for an update, with its outcome. */
interface RefusedUpdate extends Refused, Outcome {}

/** Invalid values are refused, and change nothing. */
export function invalidRules(subject: Subject): Requirement[] {
  const { what, id, fields, untried = [] } = subject;
  return [
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
        context.expect.each(refused, 'no update was refused', (outcome) => {
          context.expect.all(subject.fields, (field) => {
            const place = `\`${field.name}\` after an invalid \`${outcome.name}\``;
            expectUnmoved(context, field, outcome, place);
          });
        });
      },
    }),
    writes(subject, {
      id: `${id}.no-object`,
      says: `A PATCH of a ${what} whose body is null is refused with 4xx`,
      spec: SPEC,
      consequence: 'A client takes its own mistake for a server error.',
      async check(context) {
        await keptChanges(context, subject);
        const path = await subject.path(context);
        const answers = await sendEach(context, subject.role, 'PATCH', path, [{ json: null }]);
        expectRefusals(context, answers);
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

/**
 * Sends each field once with a value of a wrong type, next to a valid value of another field; once
 * in a version.
 */
export async function invalidUpdates(
  context: CheckContext,
  subject: Subject,
): Promise<RefusedUpdate[]> {
  const refused: RefusedUpdate[] = [];
  for (const { name } of triedInvalid(subject, context.api.version)) {
    const outcome = await harmless(context, subject, invalidOf(name));
    refused.push(...outcome.answers.map((answer) => ({ name, answer, ...outcome })));
  }
  return refused;
}
