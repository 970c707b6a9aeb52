import type { CheckContext } from '../harness/check-context.js';
import { type Answer, named } from '../harness/client/answer.js';
import { at, isObject, type Seen } from '../harness/place.js';
import type { Requirement } from '../harness/requirement.js';
import type { Departed } from '../harness/violation.js';
import { inconclusive } from '../harness/violation.js';
import type { Body } from '../harness/write.js';
import { canonical } from './comparison.js';
import { hasMoved, keptChanges, seen } from './write-change.js';
import { type Told, writes } from './write-rows.js';
import { bodyOf, type Subject } from './write-subject.js';

const SPEC = 'Errors';

/** What a subject was sent that cannot be right, and what it was answered. */
export interface Refused {
  /** The field at fault. */
  name: string;
  /** A field that was sent beside it, and was right. */
  beside?: string;
  answer: Answer;
}

interface Invalid {
  refused: Refused[];
  before: Seen;
  after: Seen;
}

/** Declares that a value that cannot be right is refused with 400 under the name of its field. */
export function refusesInvalid(subject: Subject, name: string, id: string): Requirement {
  const told: Told = {
    id,
    says: `An invalid \`${name}\` of a ${subject.what} answers 400 with an object keyed by it`,
    spec: SPEC,
    consequence: 'A client cannot say which of its fields was wrong, or that any was.',
  };
  return writes(subject, told, async (context) => {
    const { refused } = await invalidUpdates(context, subject);
    const own = refused.filter((each) => each.name === name);
    context.expect.each(own, `nothing was sent as ${name}`, (each) => expectKeyed(context, each));
  });
}

/** Declares that an update that is refused with 400 has changed nothing, not even in part. */
export function keepsFromInvalid(subject: Subject, id: string): Requirement {
  const { what } = subject;
  const told: Told = {
    id,
    says: `An update of a ${what} that is refused with 400 changes nothing, not even its sound fields`,
    spec: SPEC,
    level: 'should',
    consequence: 'A client that was refused does not know what it has changed.',
  };
  return writes(subject, told, async (context) => {
    const { refused, before, after } = await invalidUpdates(context, subject);
    const accepted = refused.filter(({ answer }) => answer.status < 400);
    if (accepted.length === refused.length) inconclusive('nothing was refused');
    const taken = accepted.flatMap(({ name, beside }) => [name, beside]);
    context.expect.each(subject.fields, 'no field to compare', (field) => {
      // What was not refused may have been stored: that is a matter of that field.
      if (taken.includes(field.name)) return;
      const shown = { value: field.shown(after), at: at(after, field.name).at };
      const expected = `${canonical(field.shown(before))}, as before`;
      context.expect.that(
        !hasMoved(field, { before, after }),
        shown,
        `\`${field.name}\``,
        expected,
      );
    });
  });
}

/** Declares that a body that is no JSON object is refused, and not with a server error. */
export function refusesNoObject(subject: Subject, id: string): Requirement {
  const { what } = subject;
  const told: Told = {
    id,
    says: `A PATCH of a ${what} whose body is null is refused with 4xx`,
    spec: SPEC,
    consequence: 'A client that makes a mistake takes it for a fault of the server.',
  };
  return writes(subject, told, async (context) => {
    await keptChanges(context, subject);
    const path = await subject.path(context);
    const answers = await sendEach(context, subject.role, 'PATCH', path, [{ json: null }]);
    context.expect.each(answers, 'nothing was sent', (answer) => expectRefusal(context, answer));
  });
}

/** Bodies that are no JSON object. */
export const NO_OBJECTS: readonly Body[] = [
  { json: [1] },
  { json: null },
  { text: '{"name": ', contentType: 'application/json' },
];

/** Sends some bodies one after the other. */
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

/** Any 4xx: which one is not shown for a body that is no object (INTERPRETATION B-23). */
export function expectRefusal({ expect }: CheckContext, answer: Answer): void {
  if (answer.status >= 400 && answer.status <= 499) return;
  expect.fail({
    message: `${named(answer)}: expected a refusal (4xx), got ${answer.status}`,
    expected: 'status 4xx',
    received: answer.status,
    exchange: answer.exchange,
  });
}

/** 400, and the field among the keys; what else the body holds is judged for all refusals at once. */
export function expectKeyed({ expect }: CheckContext, { name, answer }: Refused): void {
  expect.status(answer, 400);
  const [outer = name] = name.split('.');
  const keyed = isObject(answer.json) && Object.hasOwn(answer.json, outer);
  expect.that(keyed, seen(answer), named(answer), `an object with the key \`${outer}\``);
}

/** The keys of a 400 that name fields that were right. */
export function innocentKeys({ name, answer }: Refused): Departed[] {
  if (answer.status !== 400 || !isObject(answer.json)) return [];
  const [outer = name] = name.split('.');
  const keys = Object.keys(answer.json);
  // Where the field itself is not named, that is another matter.
  if (!keys.includes(outer)) return [];
  return keys
    .filter((key) => key !== outer)
    .map((key) => ({
      message: `${named(answer)}: \`${name}\` alone was wrong, and \`${key}\` is named as well`,
      pointer: `/${key}`,
      expected: `\`${outer}\` as the only key`,
      received: answer.json,
      exchange: answer.exchange,
    }));
}

/**
 * Every field once with a value of the wrong type, beside a sound value of another field; made once
 * in a version.
 */
export function invalidUpdates(context: CheckContext, subject: Subject): Promise<Invalid> {
  const { api, instance, write } = context;
  return instance.once(`${subject.what}: invalid updates in ${api.version}`, async () => {
    await keptChanges(context, subject);
    const as = api.as(subject.role);
    const path = await subject.path(context);
    const before = await as.object(path);
    const refused: Refused[] = [];
    for (const { name, wrong } of subject.fields.filter((each) => each.wrong !== undefined)) {
      const [beside] = subject.fields.filter((each) => outerOf(each.name) !== outerOf(name));
      const sound =
        beside && ([beside.name, await beside.another(beside.shown(before), context)] as const);
      const json = bodyOf([...(sound ? [sound] : []), [name, wrong]]);
      const answer = await write.send(as, 'PATCH', path, { json });
      refused.push({ name, answer, ...(beside ? { beside: beside.name } : {}) });
    }
    return { refused, before, after: seen(await as.get(path)) };
  });
}

function outerOf(name: string): string {
  return name.split('.')[0] ?? name;
}
